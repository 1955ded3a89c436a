/** @module Repeated packets take at most a share of the pace. */
import { expect, test } from 'vitest';
import { RepeatBudget } from './repeat-budget.ts';

test('a quarter of the pace, after a first burst of 32 KiB', () => {
  const budget = new RepeatBudget(0);
  let first = 0;
  while (budget.take(1_000, 2_000_000, 0)) first += 1;
  expect(first).toBe(32);
  let repeated = 0;
  for (let nowMs = 1; nowMs <= 10_000; nowMs += 1)
    while (budget.take(1_000, 2_000_000, nowMs)) repeated += 1_000;
  // A quarter of 2 Mbit/s for ten seconds.
  expect(repeated).toBeGreaterThan(615_000);
  expect(repeated).toBeLessThanOrEqual(626_000);
});
