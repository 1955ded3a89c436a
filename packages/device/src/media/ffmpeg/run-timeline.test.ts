/** @module The times of a run on the steady clock: as far apart as the camera has them, near now after a jump. */
import { expect, test } from 'vitest';
import { RunTimeline } from './run-timeline.ts';

test('the first frame is now, the others as far from it as the camera says, of both tracks', () => {
  let nowMs = 50_000;
  const timeline = new RunTimeline(() => nowMs);
  expect(timeline.toSteady(700)).toBe(50_000);
  nowMs = 50_090;
  expect(timeline.toSteady(733)).toBe(50_033);
  expect(timeline.toSteady(720)).toBe(50_020);
});

test.each([-3_001, 3_001])('a jump of the stream by %d ms starts anew', (jumpMs) => {
  const timeline = new RunTimeline(() => 50_000);
  timeline.toSteady(10_000);
  expect(timeline.toSteady(10_000 + jumpMs)).toBe(50_000);
});

test.each([-3_000, 3_000])('%d ms off the clock is no jump yet', (offMs) => {
  const timeline = new RunTimeline(() => 50_000);
  timeline.toSteady(10_000);
  expect(timeline.toSteady(10_000 + offMs)).toBe(50_000 + offMs);
});
