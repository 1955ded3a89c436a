/** @module Which track metadata is repeated, added and reported. */
import type { TrackMetadata } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { MAX_TRACKS, TrackRegistry } from './track-registry.ts';

const video: TrackMetadata = { mid: '1', trackId: 'video' };
const denied: TrackMetadata = { mid: '2', trackId: 'audio', error: 'ACCESS_DENIED' };

test('an empty track registry sends no metadata', () => {
  expect(new TrackRegistry().outgoing()).toEqual({});
});

test('received track metadata is repeated, including errors', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({ tracks: [video, denied] });
  expect(registry.outgoing()).toEqual({ tracks: [video, denied], status: 'FAILED' });
});

test('the newest metadata of a mid counts', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({ tracks: [video] });
  registry.handleMetadata({ tracks: [{ ...video, error: 'OK' }] });
  expect(registry.outgoing()).toEqual({ tracks: [{ ...video, error: 'OK' }], status: 'OK' });
});

test('metadata without tracks removes no entry', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({ tracks: [video] });
  registry.handleMetadata({});
  expect(registry.outgoing().tracks).toEqual([video]);
});

test('a track error is reported once, and again when it changes', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({ tracks: [video, denied] });
  expect(registry.takeChanges()).toEqual({ changed: [denied], failed: [denied] });
  expect(registry.takeChanges()).toEqual({ changed: [], failed: [] });
  const other: TrackMetadata = { ...denied, error: 'INVALID_CODECS' };
  registry.handleMetadata({ tracks: [other] });
  expect(registry.takeChanges()).toEqual({ changed: [other], failed: [other] });
});

test('an error that comes, goes and comes again is news each time; words alone are no failure', () => {
  const registry = new TrackRegistry();
  const failing: TrackMetadata = { ...video, error: 'UNKNOWN_ERROR', message: 'The camera does not answer.' };
  const later: TrackMetadata = { ...failing, message: 'The camera does not answer. Trying again.' };
  const course = [video, failing, failing, later, video, { ...video, error: 'OK' as const }, failing];
  const news = course.map((entry) => {
    registry.handleMetadata({ tracks: [entry] });
    const { changed, failed } = registry.takeChanges();
    return [changed, failed.length];
  });
  expect(news).toEqual([
    [[], 0],
    [[failing], 1],
    [[], 0],
    [[later], 0],
    [[video], 0],
    [[], 0],
    [[failing], 1],
  ]);
});

test('an error that a track arrived with is not reported again, its end is', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({ tracks: [denied] });
  registry.markReported('2');
  expect(registry.takeChanges().changed).toEqual([]);
  registry.handleMetadata({ tracks: [{ mid: '2', trackId: 'audio' }] });
  expect(registry.takeChanges()).toEqual({ changed: [{ mid: '2', trackId: 'audio' }], failed: [] });
});

test('factsOf returns name, error and message of a mid', () => {
  const registry = new TrackRegistry();
  registry.handleMetadata({
    tracks: [
      { ...video, error: 'OK' },
      { ...denied, message: 'Ask the owner.' },
    ],
  });
  expect([
    registry.factsOf('1'),
    registry.factsOf('2'),
    registry.factsOf('3'),
    registry.factsOf(null),
  ]).toEqual([
    { trackId: 'video' },
    { trackId: 'audio', error: 'ACCESS_DENIED', message: 'Ask the owner.' },
    {},
    {},
  ]);
});

test('each track without a media line is reported by its name, and is not repeated to the device', () => {
  const registry = new TrackRegistry();
  const refused: TrackMetadata[] = [
    { trackId: 'attic', error: 'UNKNOWN_TRACK_ID' },
    { trackId: 'cellar', error: 'ACCESS_DENIED' },
  ];
  registry.handleMetadata({ tracks: [video, ...refused] });
  const reports = refused.map((entry) => ({ mid: '', ...entry }));
  expect(registry.takeChanges()).toEqual({ changed: reports, failed: reports });
  expect(registry.outgoing()).toEqual({ tracks: [video], status: 'OK' });
  registry.handleMetadata({ tracks: [video] });
  expect(registry.takeChanges()).toEqual({ changed: [], failed: [] });
});

test('a track without a media line is reported again after it had one and lost it', () => {
  const registry = new TrackRegistry();
  const refused: TrackMetadata = { trackId: 'video', error: 'UNKNOWN_ERROR' };
  const news = [refused, video, refused].map((entry) => {
    registry.handleMetadata({ tracks: [entry] });
    return registry.takeChanges().failed;
  });
  expect(news).toEqual([[{ mid: '', ...refused }], [], [{ mid: '', ...refused }]]);
});

test('the other side cannot fill the memory with mids', () => {
  const registry = new TrackRegistry();
  const many = Array.from({ length: MAX_TRACKS + 10 }, (_, index) => ({ ...video, mid: `m${index}` }));
  registry.handleMetadata({ tracks: many });
  expect(registry.outgoing().tracks).toHaveLength(MAX_TRACKS);
});
