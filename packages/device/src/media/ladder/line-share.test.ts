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
    share.want(viewer, rate);
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
