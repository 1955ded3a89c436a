/** @module Timers of a clock that moves only when a test advances it. */
import { expect, test } from 'vitest';
import { ManualClock } from './manual-clock.ts';

test('due timers fire in order of their due time, each at that time', () => {
  const clock = new ManualClock();
  const fired: [string, number][] = [];
  clock.schedule(20, () => fired.push(['late', clock.monotonic()]));
  clock.schedule(10, () => fired.push(['early', clock.monotonic()]));
  clock.schedule(30, () => fired.push(['never', clock.monotonic()]));
  clock.advance(25);
  expect([fired, clock.monotonic(), clock.pending]).toEqual([
    [
      ['early', 10],
      ['late', 20],
    ],
    25,
    1,
  ]);
});

test('a cancelled timer does not fire', () => {
  const clock = new ManualClock();
  const fired: string[] = [];
  const cancel = clock.schedule(10, () => fired.push('fired'));
  cancel();
  clock.advance(100);
  expect([fired, clock.pending]).toEqual([[], 0]);
});

test('a timer set by another timer fires in the same advance() when it is due', () => {
  const clock = new ManualClock();
  const fired: number[] = [];
  clock.schedule(10, () => clock.schedule(10, () => fired.push(clock.monotonic())));
  clock.advance(20);
  expect(fired).toEqual([20]);
});
