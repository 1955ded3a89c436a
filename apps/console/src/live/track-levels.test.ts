/** @module The note about a reduced picture, and when the level of a track is reported. */

import { describe, expect, test } from 'vitest';
import type { Session, TrackQualityReport } from '@longwire/client';
import { de } from '../messages/de.ts';
import { en } from '../messages/en.ts';
import { followLevels, levelNote } from './track-levels.ts';

const MAIN = { width: 1920, height: 1080, bitsPerSecond: 4_000_000 };
const SUB = { width: 640, height: 360, bitsPerSecond: 400_000 };

const report = (changes: Partial<TrackQualityReport> = {}): TrackQualityReport => ({
  trackId: 'door',
  levels: [MAIN, SUB],
  level: 1,
  reason: 'line',
  isKeyframesOnly: false,
  ...changes,
});

describe('the note', () => {
  test.each<[TrackQualityReport | undefined, string, string]>([
    [report(), 'Reduced for your line', 'Für Ihre Leitung verkleinert'],
    [report({ reason: 'no-reports' }), 'Reduced for your line', 'Für Ihre Leitung verkleinert'],
    [
      report({ isKeyframesOnly: true }),
      'Your line carries single pictures only',
      'Ihre Leitung schafft nur einzelne Bilder',
    ],
    [
      report({ reason: 'input' }),
      'The better picture of this camera is not available',
      'Das bessere Bild dieser Kamera ist nicht verfügbar',
    ],
    [report({ reason: 'size' }), '', ''],
    [report({ reason: 'choice' }), '', ''],
    [report({ reason: 'best', level: 0 }), '', ''],
    [undefined, '', ''],
  ])('of %j is "%s"', (levels, english, german) => {
    expect(levelNote(levels, en.live.levels)).toBe(english);
    expect(levelNote(levels, de.live.levels)).toBe(german);
  });
});

test('a track is reported when something changes, and as unknown while the session reconnects', () => {
  const listeners = new Map<string, (data: unknown) => void>();
  const session: Pick<Session, 'on'> = {
    on: (event, listener) => {
      listeners.set(event, (data) => void Reflect.apply(listener, undefined, [data]));
      return () => void listeners.delete(event);
    },
  };
  const seen: (TrackQualityReport | undefined)[] = [];
  const stop = followLevels(session, 'door', (levels) => seen.push(levels));
  const stats = (...tracks: readonly TrackQualityReport[]): void =>
    listeners.get('stats')?.({ quality: { tracks } });
  const [first, second] = [report(), report({ level: 0, reason: 'best' })];
  stats();
  stats(report({ trackId: 'yard' }), first);
  stats(report({ levels: [MAIN, { ...SUB, bitsPerSecond: 500_000 }] }));
  stats(second);
  listeners.get('statechange')?.({ kind: 'recovering' });
  stats(second);
  expect(seen).toEqual([first, second, undefined, second]);
  stop();
  expect(listeners.size).toBe(0);
});
