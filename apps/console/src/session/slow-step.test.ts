import { expect, test } from 'vitest';
import { isSlow, SLOW_STEP_MS, stayAt } from './slow-step.ts';

const finding = { step: 'finding', startedAtMs: 1000 } as const;
const opening = { step: 'opening', startedAtMs: 1000 } as const;

test('the first step counts from the start of the attempt, whenever it is first shown', () => {
  const stay = stayAt(undefined, finding, 5000);
  expect(stay.sinceMs).toBe(1000);
  expect(isSlow(stay, 1000 + SLOW_STEP_MS - 1)).toBe(false);
  expect(isSlow(stay, 1000 + SLOW_STEP_MS)).toBe(true);
});

test('the time at a step continues while the step stays, and restarts with the next one', () => {
  const first = stayAt(undefined, finding, 1000);
  expect(stayAt(first, finding, 8999)).toBe(first);
  const next = stayAt(first, opening, 9000);
  expect(next.sinceMs).toBe(9000);
  expect(isSlow(next, 9000 + SLOW_STEP_MS - 1)).toBe(false);
  expect(isSlow(next, 9000 + SLOW_STEP_MS)).toBe(true);
});

test('another attempt restarts the time at the same step', () => {
  const first = stayAt(undefined, finding, 1000);
  expect(stayAt(first, { ...finding, startedAtMs: 20_000 }, 20_100).sinceMs).toBe(20_000);
});
