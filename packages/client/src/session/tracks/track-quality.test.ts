/** @module What watchers of a picture want is combined and sent once over each connection; what the device reports is part of the statistics. */
import { ContentFormat, utf8Decode, utf8Encode } from '@longwire/protocol';
import type { FakeAnswer, FakeDevice } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { DEFAULT_REQUEST_TIMEOUT_MS } from '../../connection/options.ts';
import { STATS_INTERVAL_MS } from '../../diagnostics/stats/stats-feed.ts';
import { readyRig, type SessionRig } from '../session-rig.fixture.ts';
import { parseQuality, type QualityReport } from './parse-quality.ts';
import type { WatchedTrack } from './session-tracks.ts';
import { QUALITY_RETRY_MS } from './track-quality.ts';

const PATH = '/webrtc/tracks/quality';

/** A device with the resource, and what it was sent. */
function qualityDevice(report?: object) {
  const posts: unknown[] = [];
  const reads: number[] = [];
  const prepare = ({ resources }: FakeDevice): void => {
    resources.on('POST /webrtc/tracks', { statusCode: 201 });
    resources.on(`POST ${PATH}`, ({ payload }) => {
      posts.push(JSON.parse(utf8Decode(payload ?? new Uint8Array())));
      return { statusCode: 204 };
    });
    if (report === undefined) return;
    resources.on(`GET ${PATH}`, () => {
      reads.push(205);
      return {
        statusCode: 205,
        contentFormat: ContentFormat.json,
        payload: utf8Encode(JSON.stringify(report)),
      };
    });
  };
  return { posts, reads, prepare };
}

const watch = (
  { session }: SessionRig,
  wishes: Partial<Pick<WatchedTrack, 'quality' | 'shownSize'>>,
): WatchedTrack => Object.assign(session.tracks.watch('door'), wishes);

const size = (width: number, height: number): WatchedTrack['shownSize'] => ({ width, height });

describe('the wishes of several watchers', () => {
  test.each<[string, readonly Partial<Pick<WatchedTrack, 'quality' | 'shownSize'>>[], unknown]>([
    ['without a wish send nothing', [{}, {}], undefined],
    ['for the smallest picture ask for it', [{ quality: 'low' }, {}], { quality: 'low' }],
    ['ask for the best of them', [{ quality: 'low' }, { quality: 'high' }], { quality: 'high' }],
    [
      'state the largest of their sizes in whole pixels',
      [{ shownSize: size(320.4, 180) }, { shownSize: size(300, 200.6) }, { quality: 'low' }],
      { quality: 'auto', width: 320, height: 201 },
    ],
    [
      'a watcher of the smallest picture states no size',
      [{ quality: 'low', shownSize: size(9, 9) }],
      { quality: 'low' },
    ],
    ['auto without a size is only auto', [{ quality: 'auto' }], { quality: 'auto' }],
  ])('%s', async (_, wishes, expected) => {
    const { posts, prepare } = qualityDevice();
    const rig = await readyRig({ prepare });
    for (const each of wishes) watch(rig, each);
    await rig.world.settled();
    expect(posts).toEqual(expected === undefined ? [] : [{ tracks: [{ trackId: 'door', ...expected }] }]);
    await rig.session.end();
  });
});

test('sends a change once, and nothing for a wish that changes nothing', async () => {
  const { posts, prepare } = qualityDevice();
  const rig = await readyRig({ prepare });
  const first = watch(rig, { quality: 'low' });
  const second = watch(rig, { quality: 'low' });
  await rig.world.settled();
  first.quality = 'high';
  second.quality = 'auto';
  await rig.world.settled();
  first.release();
  await rig.world.settled();
  expect(posts.map((post) => JSON.stringify(post).replaceAll(/.*quality":"(\w+).*/gu, '$1'))).toEqual([
    'low',
    'high',
    'auto',
  ]);
  await rig.session.end();
});

test('takes a wish back when only watchers without one remain, or come later', async () => {
  const { posts, prepare } = qualityDevice();
  const rig = await readyRig({ prepare });
  const small = watch(rig, { quality: 'low' });
  const other = watch(rig, {});
  await rig.world.settled();
  small.release();
  await rig.world.settled();
  const auto = { tracks: [{ trackId: 'door', quality: 'auto' }] };
  expect(posts.slice(1)).toEqual([auto]);
  other.shownSize = size(320, 180);
  await rig.world.settled();
  other.release();
  await rig.world.settled();
  expect(posts).toHaveLength(3);
  watch(rig, {});
  await rig.world.settled();
  expect(posts.slice(3)).toEqual([auto]);
  await rig.session.end();
});

test('sends the wishes again over the next connection', async () => {
  const { posts, prepare } = qualityDevice();
  const rig = await readyRig({ prepare });
  watch(rig, { quality: 'low' });
  await rig.world.settled();
  rig.world.clientPeer.forceIceState('failed');
  await rig.world.settled();
  expect(posts).toHaveLength(2);
  await rig.session.end();
});

test('asks a device without the resource once, whatever changes, and reports nothing', async () => {
  let asked = 0;
  const rig = await readyRig({
    prepare: ({ resources }) => {
      resources.on('POST /webrtc/tracks', { statusCode: 201 });
      for (const method of ['GET', 'POST'] as const)
        resources.on(`${method} ${PATH}`, () => {
          asked += 1;
          return { statusCode: 404 };
        });
    },
  });
  const watched = watch(rig, { quality: 'low' });
  const seen: unknown[] = [];
  rig.session.on('stats', ({ quality }) => seen.push(quality));
  await rig.world.settled();
  watched.quality = 'high';
  rig.world.clock.advance(STATS_INTERVAL_MS);
  await rig.world.settled();
  rig.world.clock.advance(STATS_INTERVAL_MS);
  await rig.world.settled();
  expect(asked).toBe(1);
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen)).toEqual(new Set([undefined]));
  await rig.session.end();
});

/** A device whose first answer to a wish is this one; none at all for undefined. */
function failingOnce(first: FakeAnswer | undefined): {
  posts: () => number;
  prepare: (device: FakeDevice) => void;
} {
  let posts = 0;
  const prepare = ({ resources }: FakeDevice): void => {
    resources.on('POST /webrtc/tracks', { statusCode: 201 });
    resources.on(`POST ${PATH}`, () => {
      posts += 1;
      return posts === 1 ? first : { statusCode: 204 };
    });
  };
  return { posts: () => posts, prepare };
}

test.each<[string, FakeAnswer | undefined]>([
  ['not answered', undefined],
  ['answered with 503', { statusCode: 503 }],
  ['answered with 429', { statusCode: 429 }],
])('a wish that is %s is sent again a while later, until it is received', async (_, first) => {
  const { posts, prepare } = failingOnce(first);
  const rig = await readyRig({ prepare });
  watch(rig, { quality: 'low' });
  await rig.world.settled();
  if (first === undefined) rig.world.clock.advance(DEFAULT_REQUEST_TIMEOUT_MS);
  await rig.world.settled();
  rig.world.clock.advance(QUALITY_RETRY_MS - 1);
  await rig.world.settled();
  expect(posts()).toBe(1);
  rig.world.clock.advance(1);
  await rig.world.settled();
  rig.world.clock.advance(QUALITY_RETRY_MS);
  await rig.world.settled();
  expect(posts()).toBe(2);
  await rig.session.end();
});

test.each([401, 403])(
  'a wish that is refused with %d is not sent again over this connection',
  async (statusCode) => {
    const { posts, prepare } = failingOnce({ statusCode });
    const rig = await readyRig({ prepare });
    const watched = watch(rig, { quality: 'low' });
    await rig.world.settled();
    watched.quality = 'high';
    rig.world.clock.advance(QUALITY_RETRY_MS);
    await rig.world.settled();
    expect(posts()).toBe(1);
    await rig.session.end();
  },
);

test('a session that ends leaves no timer of a wish that has failed', async () => {
  const rig = await readyRig({ prepare: failingOnce({ statusCode: 503 }).prepare });
  watch(rig, { quality: 'low' });
  await rig.world.settled();
  await rig.session.end();
  await rig.world.settled();
  expect(rig.world.leftovers.timers).toBe(0);
});

test('the statistics of a session contain what the device reports', async () => {
  const report = { bitsPerSecond: 900_000, limit: 'delay', tracks: [] };
  const { reads, prepare } = qualityDevice(report);
  const rig = await readyRig({ prepare });
  const seen: (QualityReport | undefined)[] = [];
  rig.session.on('stats', ({ quality }) => seen.push(quality));
  await rig.world.settled();
  rig.world.clock.advance(STATS_INTERVAL_MS);
  await rig.world.settled();
  // Without a watched track it does not ask.
  expect(reads).toEqual([]);
  const watched = watch(rig, {});
  for (let count = 0; count < 2; count += 1) {
    rig.world.clock.advance(STATS_INTERVAL_MS);
    await rig.world.settled();
  }
  expect(reads).toHaveLength(2);
  expect(seen.at(-1)).toEqual(report);
  // Nor after the last watcher.
  watched.release();
  rig.world.clock.advance(STATS_INTERVAL_MS);
  await rig.world.settled();
  expect(reads).toHaveLength(2);
  await rig.session.end();
});

describe('a report', () => {
  const level = { width: 640, height: 360, bitsPerSecond: 400_000 };
  const track = {
    trackId: 'door',
    quality: 'auto',
    level: 0,
    reason: 'best',
    keyframesOnly: false,
    levels: [level],
  };
  const read = { trackId: 'door', level: 0, reason: 'best', isKeyframesOnly: false, levels: [level] };

  test.each<[string, unknown, unknown]>([
    [
      'is read',
      { bitsPerSecond: 5, limit: 'loss', tracks: [track] },
      { bitsPerSecond: 5, limit: 'loss', tracks: [read] },
    ],
    ['of another kind is none', { tracks: 5 }, undefined],
    ['that is missing is none', undefined, undefined],
    ['without an estimate has none', { tracks: [] }, { tracks: [] }],
    ['with a wrong estimate has none', { bitsPerSecond: -5, limit: 'x', tracks: [] }, { tracks: [] }],
    ['leaves out a track without its level', { tracks: [{ ...track, level: 1 }] }, { tracks: [] }],
    ['leaves out a track with an unknown reason', { tracks: [{ ...track, reason: 'x' }] }, { tracks: [] }],
    [
      'leaves out a track with a long id',
      { tracks: [{ ...track, trackId: 'x'.repeat(129) }] },
      { tracks: [] },
    ],
    [
      'has a level without a size',
      { tracks: [{ ...track, levels: [{ bitsPerSecond: 1 }] }] },
      { tracks: [{ ...read, levels: [{ bitsPerSecond: 1 }] }] },
    ],
    [
      'has at most 32 tracks',
      { tracks: Array.from({ length: 33 }, () => track) },
      { tracks: Array.from({ length: 32 }, () => read) },
    ],
  ])('%s', (_, answer, expected) => {
    expect(parseQuality(answer)).toEqual(expected);
  });
});
