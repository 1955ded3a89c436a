/** @module A status for people: tracks that a camera lacks, faults, and 80 columns. */
import { expect, test } from 'vitest';
import type { StatusReport, TrackReport } from '../control/status-report.ts';
import { formatStatus, wrapText } from './format-status.ts';

const track: TrackReport = {
  trackId: 'door-video',
  kind: 'video',
  health: 'ok',
  codecs: ['H264'],
  viewers: 1,
};
const status: StatusReport = {
  productId: 'pr-1',
  deviceId: 'de-1',
  fingerprint: 'ab',
  service: 'wss://service.example',
  attachment: { state: 'attached', since: '2026-01-01T00:00:00.000Z' },
  uptimeSeconds: 61,
  memoryBytes: 1_048_576,
  sessions: [],
  tracks: [],
  streams: [],
};
const linesOf = (tracks: readonly TrackReport[], more: Partial<StatusReport> = {}): readonly string[] =>
  formatStatus({ ...status, tracks, ...more }).split('\n');

test('a camera without sound is shown with codec "-" and health "none", not as failing', () => {
  const sound = {
    ...track,
    trackId: 'door-audio',
    kind: 'audio',
    health: 'absent',
    codecs: [],
    viewers: 0,
  } as const;
  const lines = linesOf([track, { ...sound, message: 'The camera sends no sound.' }]);
  expect(lines.slice(lines.indexOf('tracks:'))).toEqual([
    'tracks:',
    '  door-video  H264  1 watching  ok',
    '  door-audio  -     0 watching  none',
    '      The camera sends no sound.',
    'streams: none',
  ]);
});

test('shows the fault of a track below it, in lines of at most 80 columns', () => {
  const message =
    'The camera sends a kind of video that no browser plays. Change it in the camera, or set transcode.';
  const reason = '4000 the service refuses this device for a reason that takes it many words to say';
  const lines = linesOf([{ ...track, health: 'failing', message }], {
    attachment: { state: 'detached', since: '2026-01-01T00:00:00.000Z', reason },
  });
  expect(lines).toContain('  door-video  H264  1 watching  failing');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  const joined = lines.map((line) => line.trim()).join(' ');
  expect(joined).toContain(message);
  expect(joined).toContain(reason);
});

test('puts a word that is longer than a line on a line by itself', () => {
  expect(wrapText('  a bbbbbbbb c', '  ', 6)).toBe('  a\n  bbbbbbbb\n  c');
});
