/** @module The quality note of a tile: that of its own track, while the session is connected. */

import { ManualClock } from '@longwire/testing';
import { expect, test } from 'vitest';
import type { ConnectionStats, Session, TrackStats } from '@longwire/client';
import { en } from '../messages/en.ts';
import { followQuality } from './use-quality.ts';
import { TileNote } from '../live/tile-note.ts';

const NONE = { bytes: 0, packets: 0, packetsLost: 0, bufferedSeconds: 0, bufferedItems: 0 };

/** A session with two videos, whose statistics the test emits. */
function setUp() {
  const listeners = new Map<string, (data: unknown) => void>();
  const session: Pick<Session, 'on'> = {
    on: (event, listener) => {
      listeners.set(event, (data) => void Reflect.apply(listener, undefined, [data]));
      return () => void listeners.delete(event);
    },
  };
  const emit = (event: string, data: unknown): void => listeners.get(event)?.(data);
  const clock = new ManualClock();
  const note = new TileNote({ clock });
  const stop = followQuality(session, { id: 'door', kind: 'video' }, (quality) =>
    note.stand('quality', quality === 'good' ? '' : en.live.quality[quality]),
  );
  const frames = { door: 0, garden: 0 };
  let timestampMs = 0;
  const track = (mediaTrackId: 'door' | 'garden'): TrackStats => ({
    ...NONE,
    id: mediaTrackId,
    direction: 'receive',
    kind: 'video',
    mediaTrackId,
    frames: frames[mediaTrackId],
  });
  return {
    listeners,
    note,
    stop,
    lose: () => emit('statechange', { kind: 'recovering' }),
    /** The notes after `seconds` seconds at these frame rates. */
    run: (seconds: number, door: number, garden: number): string => {
      for (let second = 0; second < seconds; second += 1) {
        timestampMs += 1000;
        frames.door += door;
        frames.garden += garden;
        const stats: ConnectionStats = {
          timestampMs,
          tracks: [track('garden'), track('door')],
          bytesSent: 0,
          bytesReceived: 0,
        };
        emit('stats', stats);
      }
      return note.snapshot().text;
    },
  };
}

test('a tile reports its own frozen video until frames arrive again', () => {
  const { run } = setUp();
  expect(run(10, 25, 0)).toBe('');
  expect(run(4, 0, 25)).toBe('The picture is frozen.');
  expect(run(3, 25, 25)).toBe('');
});

test('a tile reports no quality while the session reconnects, nor for a while after', () => {
  const { run, lose } = setUp();
  run(10, 25, 25);
  expect(run(4, 0, 0)).not.toBe('');
  lose();
  expect(run(0, 0, 0)).toBe('');
  expect(run(4, 0, 0)).toBe('');
});

test('an unchanged quality is reported once', () => {
  const { run, note } = setUp();
  run(10, 25, 25);
  run(4, 0, 0);
  const { turn } = note.snapshot();
  run(4, 0, 0);
  expect(note.snapshot().turn).toBe(turn);
});

test('a tile that is not visible evaluates no statistics', () => {
  const { listeners, stop } = setUp();
  expect([...listeners.keys()]).toEqual(['stats', 'statechange']);
  stop();
  expect(listeners.size).toBe(0);
});
