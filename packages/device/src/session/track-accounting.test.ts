/** @module What is said about tracks: repeated, added to, and judged. */
import { expect, test } from 'vitest';
import { TrackAccounting } from './track-accounting.ts';

const CURRENT = { hasAnnounced: true };

const mids = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

test('what the client said of a line is repeated, beside what the device says', () => {
  const accounting = new TrackAccounting();
  accounting.handleRemote({ tracks: [{ mid: '1', trackId: 'a' }] }, mids('0', '1'));
  accounting.set('d0', 'b', undefined);
  const tracks = [
    { mid: '1', trackId: 'a' },
    { mid: 'd0', trackId: 'b' },
  ];
  expect(accounting.take(CURRENT)).toEqual({ tracks, status: 'OK' });
  expect(accounting.take(CURRENT)).toEqual({ tracks, status: 'OK' });
});

test('any error makes the whole FAILED', () => {
  const accounting = new TrackAccounting();
  accounting.set('1', 'a', { error: 'ACCESS_DENIED' });
  expect(accounting.take(CURRENT)).toEqual({
    tracks: [{ mid: '1', trackId: 'a', error: 'ACCESS_DENIED' }],
    status: 'FAILED',
  });
  accounting.set('1', 'a', undefined);
  expect(accounting.take(CURRENT).status).toBe('OK');
});

test('the client has no say on lines that its description does not have, nor renames one', () => {
  const accounting = new TrackAccounting();
  accounting.set('d0', 'video', undefined);
  accounting.handleRemote(
    {
      tracks: [
        { mid: '7', trackId: 'x' },
        { mid: 'd0', trackId: 'other', error: 'UNKNOWN_ERROR' },
      ],
    },
    mids('d0'),
  );
  expect(accounting.take(CURRENT)).toEqual({ tracks: [{ mid: 'd0', trackId: 'video' }], status: 'OK' });
  expect(accounting.trackIdOf('7')).toBe(undefined);
});

test('a track that gets no line is refused once', () => {
  const accounting = new TrackAccounting();
  accounting.refuse('x', { error: 'UNKNOWN_TRACK_ID' });
  expect(accounting.take(CURRENT)).toEqual({
    tracks: [{ trackId: 'x', error: 'UNKNOWN_TRACK_ID' }],
    status: 'FAILED',
  });
  expect(accounting.take(CURRENT)).toEqual({ tracks: [], status: 'OK' });
});

test('a client that announces no features is never sent a track without a line', () => {
  const accounting = new TrackAccounting();
  accounting.set('d0', 'video', undefined);
  accounting.refuse('x', { error: 'UNKNOWN_TRACK_ID' });
  const known = { tracks: [{ mid: 'd0', trackId: 'video' }], status: 'OK' };
  expect(accounting.take({ hasAnnounced: false })).toEqual(known);
  expect(accounting.take(CURRENT)).toEqual(known);
});

test('what a client says of a track without a line is not repeated', () => {
  const accounting = new TrackAccounting();
  accounting.handleRemote({ tracks: [{ trackId: 'x', error: 'UNKNOWN_TRACK_ID' }] }, mids('0'));
  expect(accounting.take(CURRENT)).toEqual({ tracks: [], status: 'OK' });
});

test('what was said once is said once more where it may not have arrived, and then no more', () => {
  const accounting = new TrackAccounting();
  accounting.refuse('cellar', { error: 'UNKNOWN_TRACK_ID' });
  const refused = { trackId: 'cellar', error: 'UNKNOWN_TRACK_ID' };
  expect(accounting.take(CURRENT).tracks).toEqual([refused]);
  accounting.repeatRefused();
  expect(accounting.take(CURRENT).tracks).toEqual([refused]);
  expect(accounting.take(CURRENT).tracks).toEqual([]);
});

test('a client that makes up lines without end is forgotten line by line, never the ones in use', () => {
  const accounting = new TrackAccounting();
  accounting.handleRemote({ tracks: [{ mid: '0', trackId: 'in use' }] }, mids('0'));
  for (let count = 0; count < 1000; count += 1) {
    const mid = `m${count}`;
    accounting.handleRemote({ tracks: [{ mid, trackId: 'a' }] }, mids('0', mid));
  }
  expect(accounting.take(CURRENT).tracks).toHaveLength(64);
  expect([accounting.trackIdOf('0'), accounting.trackIdOf('m999')]).toEqual(['in use', 'a']);
  for (let count = 0; count < 100; count += 1) accounting.set(`d${count}`, 'a', undefined);
  expect(accounting.take(CURRENT).tracks).toHaveLength(64);
});

test('verdicts that nobody fetches are few, and names too long to repeat are left out', () => {
  const accounting = new TrackAccounting();
  const long = 'x'.repeat(257);
  for (let count = 0; count < 1000; count += 1) accounting.refuse(`t${count}`, { error: 'UNKNOWN_TRACK_ID' });
  expect(accounting.take(CURRENT).tracks).toHaveLength(32);
  accounting.refuse(long, { error: 'UNKNOWN_TRACK_ID' });
  accounting.handleRemote(
    {
      tracks: [
        { mid: '1', trackId: long },
        { mid: long, trackId: 'a' },
      ],
    },
    mids('1', long),
  );
  expect(accounting.take(CURRENT).tracks).toEqual([]);
});
