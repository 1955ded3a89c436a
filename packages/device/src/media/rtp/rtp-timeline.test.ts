/** @module Timestamps: of pictures by their times, of sound without steps. */
import { describe, expect, test } from 'vitest';
import { RtpTimeline } from './rtp-timeline.ts';

/** The steps between the timestamps of frames at the given times. */
function steps(clockRate: number, timesMs: readonly number[], duration?: number): number[] {
  const timeline = new RtpTimeline(clockRate);
  const stamps = timesMs.map((timeMs) => timeline.next(timeMs, duration));
  return stamps.slice(1).map((stamp, index) => (stamp - (stamps[index] ?? 0) + 2 ** 32) % 2 ** 32);
}

test('pictures follow their times, and each gets a later timestamp', () => {
  expect(steps(90_000, [1_000, 1_040, 1_045, 1_045, 1_020, 1_100])).toEqual([3_600, 450, 1, 1, 4_948]);
});

describe('sound of 20 ms', () => {
  test('goes on without a step while its source corrects its times', () => {
    expect(steps(48_000, [0, 20, 41, 21, 1, 21, 40.5], 960)).toEqual([960, 960, 960, 960, 960, 960]);
  });

  test('has a gap where its source has one, and the times count from there', () => {
    expect(steps(48_000, [0, 15, 35, 235, 255, 1_255], 960)).toEqual([960, 960, 9_600, 960, 48_000]);
  });
});
