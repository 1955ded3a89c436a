/** @module One event per interval, measured from the last one that was let through. */
import { expect, test } from 'vitest';
import { OncePer } from './once-per.ts';

test('lets the first event through, and the next one after the interval', () => {
  let nowMs = 5;
  const once = new OncePer({ intervalMs: 100, nowMs: () => nowMs });
  const taken = [5, 6, 104, 105, 106, 300].map((atMs) => {
    nowMs = atMs;
    return once.take();
  });
  expect(taken).toEqual([true, false, false, true, false, true]);
});

test('repeats a warning after a minute', () => {
  let nowMs = 0;
  const once = new OncePer({ nowMs: () => nowMs });
  const taken = [0, 59_999, 60_000].map((atMs) => {
    nowMs = atMs;
    return once.take();
  });
  expect(taken).toEqual([true, false, true]);
});
