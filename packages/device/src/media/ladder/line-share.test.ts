/** @module The part of a connection's capacity that one layered track may use. */
import { expect, test } from 'vitest';
import { createEstimate } from '../bandwidth/bandwidth-estimate.fixture.ts';
import { fairShare, LineShare } from './line-share.ts';

test.each<[string, number, readonly number[], number]>([
  ['everything if it is alone', 1_000, [], 1_000],
  ['an equal part beside one that wants more', 1_000, [5_000], 500],
  ['what one that wants little leaves', 1_000, [100], 900],
  ['an equal part of what one that wants little leaves to two', 1_000, [5_000, 100], 450],
  ['nothing of nothing', -5, [100], 0],
])('a track gets %s', (_, room, others, share) => {
  expect(fairShare(room, others)).toBe(share);
});

test('all viewers of a connection share its estimate, after the tracks with one level', () => {
  const bandwidth = createEstimate(1_000);
  const share = LineShare.of(bandwidth);
  expect(LineShare.of(bandwidth)).toBe(share);
  expect(LineShare.of(createEstimate())).not.toBe(share);
  const [first, second, single] = [{}, {}, {}];
  const want = (viewer: object, rate: number | undefined): void => {
    if (rate === undefined) share.leave(viewer);
    else share.want(viewer, { bitsPerSecond: rate, isKeyframesOnly: false });
    bandwidth.want(viewer, rate);
  };
  want(first, 5_000);
  want(second, 5_000);
  expect(share.roomFor(first)).toBe(500);
  bandwidth.want(single, 200);
  expect(share.roomFor(first)).toBe(400);
  want(second, undefined);
  expect(share.roomFor(first)).toBe(800);
});

test('one that gets keyframes only leaves its part to the others, if an equal part is too little for it', () => {
  const bandwidth = createEstimate(1_000);
  const share = LineShare.of(bandwidth);
  const viewers = [{}, {}, {}, {}];
  const [first = {}, second = {}] = viewers;
  const set = (viewer: object, bitsPerSecond: number, isKeyframesOnly: boolean): void => {
    share.want(viewer, { bitsPerSecond, isKeyframesOnly });
    bandwidth.want(viewer, bitsPerSecond);
  };
  for (const viewer of viewers) set(viewer, 300, true);
  expect(share.roomFor(first)).toBe(1_000);
  set(first, 5_000, false);
  expect(share.roomFor(second)).toBe(500);
  for (const viewer of viewers) set(viewer, 200, true);
  expect(share.roomFor(first)).toBe(400);
});
