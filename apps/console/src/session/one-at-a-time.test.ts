/** @module Concurrent calls of a task. */
import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('calls during a run cause one more run', async () => {
  let runs = 0;
  const run = oneAtATime(async () => {
    runs += 1;
  });
  await Promise.all([run(), run(), run()]);
  expect(runs).toBe(2);
});

test('the next call runs a task again that has rejected', async () => {
  const outcomes = [Promise.reject(new Error('mine')), Promise.resolve()];
  const run = oneAtATime(async () => await outcomes.shift());
  await expect(run()).rejects.toThrow('mine');
  await expect(run()).resolves.toBeUndefined();
});
