/** @module What is said about tracks: repeated, added to, and judged. */
import { expect, test } from 'vitest';
import { TrackLedger } from './track-ledger.ts';

const mids = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

test('what the client said of a line is repeated, beside what the device says', () => {
  const ledger = new TrackLedger();
  ledger.handleRemote({ tracks: [{ mid: '1', trackId: 'a' }] }, mids('0', '1'));
  ledger.set('d0', 'b');
  const tracks = [
    { mid: '1', trackId: 'a' },
    { mid: 'd0', trackId: 'b' },
  ];
  expect(ledger.take()).toEqual({ tracks, status: 'OK' });
  expect(ledger.take()).toEqual({ tracks, status: 'OK' });
});

test('any error makes the whole FAILED', () => {
  const ledger = new TrackLedger();
  ledger.set('1', 'a', 'ACCESS_DENIED');
  expect(ledger.take()).toEqual({
    tracks: [{ mid: '1', trackId: 'a', error: 'ACCESS_DENIED' }],
    status: 'FAILED',
  });
  ledger.set('1', 'a');
  expect(ledger.take().status).toBe('OK');
});

test('the client has no say on lines that its description does not have, nor renames one', () => {
  const ledger = new TrackLedger();
  ledger.set('d0', 'video');
  ledger.handleRemote(
    {
      tracks: [
        { mid: '7', trackId: 'x' },
        { mid: 'd0', trackId: 'other', error: 'UNKNOWN_ERROR' },
      ],
    },
    mids('d0'),
  );
  expect(ledger.take()).toEqual({ tracks: [{ mid: 'd0', trackId: 'video' }], status: 'OK' });
  expect(ledger.trackIdOf('7')).toBe(undefined);
});

test('a track that gets no line is refused once', () => {
  const ledger = new TrackLedger();
  ledger.refuse('x', 'UNKNOWN_TRACK_ID');
  expect(ledger.take()).toEqual({
    tracks: [{ mid: '', trackId: 'x', error: 'UNKNOWN_TRACK_ID' }],
    status: 'FAILED',
  });
  expect(ledger.take()).toEqual({ tracks: [], status: 'OK' });
});
