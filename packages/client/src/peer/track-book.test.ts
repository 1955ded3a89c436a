/** @module What is repeated, what is added, and what is reported of track metadata. */
import type { TrackMetadata } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { MAX_TRACKS, TrackBook } from './track-book.ts';

const video: TrackMetadata = { mid: '1', trackId: 'video' };
const denied: TrackMetadata = { mid: '2', trackId: 'audio', error: 'ACCESS_DENIED' };

test('nothing is known: nothing is said', () => {
  expect(new TrackBook().outgoing()).toEqual({});
});

test('what was received is repeated, errors included', () => {
  const book = new TrackBook();
  book.handleMetadata({ tracks: [video, denied] });
  expect(book.outgoing()).toEqual({ tracks: [video, denied], status: 'FAILED' });
});

test('the newest word on a mid counts', () => {
  const book = new TrackBook();
  book.handleMetadata({ tracks: [video] });
  book.handleMetadata({ tracks: [{ ...video, error: 'OK' }] });
  expect(book.outgoing()).toEqual({ tracks: [{ ...video, error: 'OK' }], status: 'OK' });
});

test('metadata without tracks forgets nothing', () => {
  const book = new TrackBook();
  book.handleMetadata({ tracks: [video] });
  book.handleMetadata({});
  expect(book.outgoing().tracks).toEqual([video]);
});

test('an error is reported once, and again when it is another', () => {
  const book = new TrackBook();
  book.handleMetadata({ tracks: [video, denied] });
  expect(book.takeUnreported()).toEqual([denied]);
  expect(book.takeUnreported()).toEqual([]);
  book.handleMetadata({ tracks: [{ ...denied, error: 'INVALID_CODECS' }] });
  expect(book.takeUnreported()).toEqual([{ ...denied, error: 'INVALID_CODECS' }]);
});

test('facts of a mid', () => {
  const book = new TrackBook();
  book.handleMetadata({ tracks: [{ ...video, error: 'OK' }, denied] });
  expect([book.factsOf('1'), book.factsOf('2'), book.factsOf('3'), book.factsOf(null)]).toEqual([
    { trackId: 'video' },
    { trackId: 'audio', error: 'ACCESS_DENIED' },
    {},
    {},
  ]);
});

test('the other side cannot fill the memory with mids', () => {
  const book = new TrackBook();
  const many = Array.from({ length: MAX_TRACKS + 10 }, (_, index) => ({ ...video, mid: `m${index}` }));
  book.handleMetadata({ tracks: many });
  expect(book.outgoing().tracks).toHaveLength(MAX_TRACKS);
});
