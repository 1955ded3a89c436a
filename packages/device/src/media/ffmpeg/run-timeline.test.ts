/** @module The times of a run on the steady clock: with the camera's intervals, and reset after a jump. */
import { expect, test } from 'vitest';
import { RunTimeline } from './run-timeline.ts';

test('maps the first frame to now and the others of both tracks by the camera’s intervals', () => {
  let nowMs = 50_000;
  const timeline = new RunTimeline(() => nowMs);
  expect(timeline.toSteady(700)).toBe(50_000);
  nowMs = 50_090;
  expect(timeline.toSteady(733)).toBe(50_033);
  expect(timeline.toSteady(720)).toBe(50_020);
});

test.each([-3_001, 3_001])('resets the offset after a jump of the stream by %d ms', (jumpMs) => {
  const timeline = new RunTimeline(() => 50_000);
  timeline.toSteady(10_000);
  expect(timeline.toSteady(10_000 + jumpMs)).toBe(50_000);
});

test.each([-3_000, 3_000])('does not treat a difference of %d ms as a jump', (offMs) => {
  const timeline = new RunTimeline(() => 50_000);
  timeline.toSteady(10_000);
  expect(timeline.toSteady(10_000 + offMs)).toBe(50_000 + offMs);
});
