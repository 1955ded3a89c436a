/** @module The track metadata that descriptions repeat. */
import { expect, test } from 'vitest';
import { TrackAccounting } from './track-accounting.ts';

const CURRENT = { hasAnnounced: true };

const mids = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

test('repeats the client’s track ids together with the device’s', () => {
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

test('the overall status is FAILED if any track has an error', () => {
  const accounting = new TrackAccounting();
  accounting.set('1', 'a', { error: 'ACCESS_DENIED' });
  expect(accounting.take(CURRENT)).toEqual({
    tracks: [{ mid: '1', trackId: 'a', error: 'ACCESS_DENIED' }],
    status: 'FAILED',
  });
  accounting.set('1', 'a', undefined);
  expect(accounting.take(CURRENT).status).toBe('OK');
});

test('ignores track ids for lines that the client’s description lacks, and does not rename a line', () => {
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
  expect(accounting.get('7')).toBe(undefined);
});

test('reports a refused track in one description', () => {
  const accounting = new TrackAccounting();
  accounting.refuse('x', { error: 'UNKNOWN_TRACK_ID' });
  expect(accounting.take(CURRENT)).toEqual({
    tracks: [{ trackId: 'x', error: 'UNKNOWN_TRACK_ID' }],
    status: 'FAILED',
  });
  expect(accounting.take(CURRENT)).toEqual({ tracks: [], status: 'OK' });
});

test('omits tracks without a line for a client that announces no features', () => {
  const accounting = new TrackAccounting();
  accounting.set('d0', 'video', undefined);
  accounting.refuse('x', { error: 'UNKNOWN_TRACK_ID' });
  const expected = { tracks: [{ mid: 'd0', trackId: 'video' }], status: 'OK' };
  expect(accounting.take({ hasAnnounced: false })).toEqual(expected);
  expect(accounting.take(CURRENT)).toEqual(expected);
});

test('does not repeat a client’s metadata of a track without a line', () => {
  const accounting = new TrackAccounting();
  accounting.handleRemote({ tracks: [{ trackId: 'x', error: 'UNKNOWN_TRACK_ID' }] }, mids('0'));
  expect(accounting.take(CURRENT)).toEqual({ tracks: [], status: 'OK' });
});

test('repeatRefused reports refused tracks exactly once more', () => {
  const accounting = new TrackAccounting();
  accounting.refuse('cellar', { error: 'UNKNOWN_TRACK_ID' });
  const refused = { trackId: 'cellar', error: 'UNKNOWN_TRACK_ID' };
  expect(accounting.take(CURRENT).tracks).toEqual([refused]);
  accounting.repeatRefused();
  expect(accounting.take(CURRENT).tracks).toEqual([refused]);
  expect(accounting.take(CURRENT).tracks).toEqual([]);
});

test('drops unused lines beyond the limit, never those in use', () => {
  const accounting = new TrackAccounting();
  accounting.handleRemote({ tracks: [{ mid: '0', trackId: 'in use' }] }, mids('0'));
  for (let count = 0; count < 1000; count += 1) {
    const mid = `m${count}`;
    accounting.handleRemote({ tracks: [{ mid, trackId: 'a' }] }, mids('0', mid));
  }
  expect(accounting.take(CURRENT).tracks).toHaveLength(64);
  expect([accounting.get('0')?.trackId, accounting.get('m999')?.trackId]).toEqual(['in use', 'a']);
  for (let count = 0; count < 100; count += 1) accounting.set(`d${count}`, 'a', undefined);
  expect(accounting.take(CURRENT).tracks).toHaveLength(64);
});

test('limits the number of waiting refusals and ignores ids over the length limit', () => {
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
