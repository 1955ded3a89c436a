/** @module The times of a run on the steady clock: with the camera's intervals, the same for all runs of a camera, and reset after a jump. */
import { expect, test } from 'vitest';
import { RunTimeline } from './run-timeline.ts';

function setUp() {
  let nowMs = 50_000;
  const timeline = new RunTimeline(() => nowMs);
  /** The time of a frame that arrives at a time. */
  return (streamMs: number, arrivalMs: number, kind: 'audio' | 'video' = 'video'): number => {
    nowMs = arrivalMs;
    return timeline.toSteady(streamMs, kind);
  };
}

test('maps the first frame to now and the others of both tracks by the camera’s intervals', () => {
  const map = setUp();
  expect(map(700, 50_000)).toBe(50_000);
  expect(map(733, 50_090)).toBe(50_033);
  expect(map(720, 50_090, 'audio')).toBe(50_020);
});

test.each([
  ['begins without delay', 0],
  ['begins with a picture that is 300 ms late', 300],
  ['begins with the last second at once', 1_000],
  ['pauses for half a second after its first picture', -500],
])('a run that %s agrees with the camera’s other runs from its third second on', (_, lateMs) => {
  const map = setUp();
  map(0, 10_000 + Math.max(lateMs, 0));
  const errors: number[] = [];
  for (let ms = 40; ms <= 30_000; ms += 40) {
    // Stored pictures arrive together; then all arrive 10 s after their stream time.
    const arrivalMs = Math.max(10_000 + ms, 10_000 + Math.abs(lateMs));
    const timeMs = map(ms, arrivalMs);
    if (ms > 2_000) errors.push(Math.abs(timeMs - arrivalMs));
  }
  expect(Math.max(...errors)).toBeLessThan(0.001);
});

test('pictures that come early later on correct the times in small steps', () => {
  const map = setUp();
  for (let ms = 0; ms <= 10_000; ms += 40) map(ms, ms);
  let before = map(10_040, 10_040);
  for (let ms = 10_080; ms <= 40_000; ms += 40) {
    const timeMs = map(ms, ms - 300);
    expect(Math.abs(timeMs - before - 40)).toBeLessThanOrEqual(40);
    before = timeMs;
  }
  expect(map(40_040, 39_740)).toBeCloseTo(39_740, 6);
});

test.each([
  ['slow', -0.0002],
  ['fast', 0.0002],
])('follows a camera whose clock is %s', (_, drift) => {
  const map = setUp();
  const errors: number[] = [];
  for (let ms = 0; ms < 1_800_000; ms += 100)
    errors.push(Math.abs(map(ms * (1 + drift), ms + ((ms / 100) % 7)) - ms));
  expect(Math.max(...errors)).toBeLessThan(10);
});

test('a delay of the network hardly moves the times', () => {
  const map = setUp();
  map(0, 0);
  for (let ms = 100; ms < 20_000; ms += 100) expect(map(ms, ms + 500)).toBeLessThanOrEqual(ms + 10);
});

test('sound, which comes in blocks, moves no times', () => {
  const map = setUp();
  map(0, 0, 'audio');
  for (let ms = 20; ms < 20_000; ms += 20) expect(map(ms, Math.floor(ms / 200) * 200, 'audio')).toBe(ms);
});

test.each([-3_001, 3_001])('resets the offset after a jump of the stream by %d ms', (jumpMs) => {
  const map = setUp();
  map(10_000, 50_000);
  expect(map(10_000 + jumpMs, 50_000)).toBe(50_000);
});

test.each([-3_000, 3_000])('does not treat a difference of %d ms as a jump', (offMs) => {
  const map = setUp();
  map(10_000, 50_000);
  expect(map(10_000 + offMs, 50_000, 'audio')).toBe(50_000 + offMs);
});
