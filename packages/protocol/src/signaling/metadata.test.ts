/** @module The overall status of tracks, and the message of a track. */
import { describe, expect, test } from 'vitest';
import { encodeSignalingMessage } from './encode-signaling-message.ts';
import {
  MAX_TRACK_MESSAGE_LENGTH,
  TRACK_ERROR_CODES,
  type Metadata,
  type TrackMetadata,
} from './metadata.ts';
import { overallStatus } from './overall-status.ts';
import { parseSignalingMessage } from './parse-signaling-message.ts';

const track = (mid: string): TrackMetadata => ({ mid, trackId: 't' });

test.each(TRACK_ERROR_CODES)('overallStatus of one track with error %s', (error) => {
  const tracks = [track('0'), { ...track('1'), error }];
  expect(overallStatus(tracks)).toBe(error === 'OK' ? 'OK' : 'FAILED');
});

test('overallStatus is OK without tracks and without errors', () => {
  expect(overallStatus([])).toBe('OK');
  expect(overallStatus([track('0'), track('1')])).toBe('OK');
});

describe('the message of a track', () => {
  const description = { type: 'offer', sdp: 'v=0' } as const;
  const read = (entry: object): TrackMetadata[] | undefined => {
    const parsed = parseSignalingMessage(
      JSON.stringify({ type: 0, data: JSON.stringify(description), metadata: { tracks: [entry] } }),
    );
    if (!parsed.ok || parsed.value.kind !== 'description') throw new Error('a description expected');
    return parsed.value.metadata.tracks;
  };

  test('survives a round trip', () => {
    const entry = {
      ...track('0'),
      error: 'UNKNOWN_ERROR',
      message: 'Die Kamera antwortet nicht. 📷',
    } as const;
    const metadata: Metadata = { tracks: [entry] };
    const text = encodeSignalingMessage({ kind: 'description', description, metadata });
    expect(parseSignalingMessage(text)).toEqual({
      ok: true,
      value: { kind: 'description', description, metadata },
    });
  });

  test.each([
    ['as long as allowed', 'x'.repeat(MAX_TRACK_MESSAGE_LENGTH), 'x'.repeat(MAX_TRACK_MESSAGE_LENGTH)],
    ['one too long', 'x'.repeat(MAX_TRACK_MESSAGE_LENGTH + 1), 'x'.repeat(MAX_TRACK_MESSAGE_LENGTH)],
    ['too long, in characters of two units', '📷'.repeat(1000), '📷'.repeat(MAX_TRACK_MESSAGE_LENGTH / 2)],
    ['too long, out of step', `x${'📷'.repeat(1000)}`, `x${'📷'.repeat(MAX_TRACK_MESSAGE_LENGTH / 2 - 1)}`],
  ])('is cut between characters: %s', (_, message, kept) => {
    expect(read({ ...track('0'), message })).toEqual([{ ...track('0'), message: kept }]);
  });

  test.each([[null], [7], [{}], [['words']], [true]])('is ignored if it is %j', (message) => {
    expect(read({ ...track('0'), message })).toEqual([track('0')]);
  });
});
