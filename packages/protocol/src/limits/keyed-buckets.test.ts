/** @module Buckets by key: separate, bounded in number, and refusals distinguished. */
import { expect, test } from 'vitest';
import { KeyedBuckets } from './keyed-buckets.ts';

test('each key has its own tokens', () => {
  const buckets = new KeyedBuckets({ rate: { capacity: 1, refillPerSecond: 1 }, maxKeys: 10 });
  buckets.spend('a', 0);
  expect([buckets.hasToken('a', 0), buckets.hasToken('b', 0)]).toEqual([false, true]);
  expect([buckets.take('a', 0), buckets.take('b', 0)]).toEqual(['refused', 'taken']);
});

test('the first refusal is distinguished from later ones until the bucket has been full again', () => {
  const buckets = new KeyedBuckets({ rate: { capacity: 2, refillPerSecond: 1 }, maxKeys: 10 });
  const take = (nowMs: number): string => buckets.take('a', nowMs);
  expect([take(0), take(0), take(0), take(0)]).toEqual(['taken', 'taken', 'refused', 'still-refused']);
  expect([take(1000), take(1000)]).toEqual(['taken', 'still-refused']);
  expect([take(3000), take(3000), take(3000)]).toEqual(['taken', 'taken', 'refused']);
});

test('memory is bounded for any number of keys, and keys in use are kept', () => {
  const buckets = new KeyedBuckets({ rate: { capacity: 1, refillPerSecond: 0.001 }, maxKeys: 1000 });
  const verdicts = [buckets.take('mine', 0)];
  for (let count = 0; count < 5000; count += 1) {
    buckets.take(`other ${count}`, 0);
    if (count % 2500 === 0) verdicts.push(buckets.take('mine', 0));
    else if (count % 500 === 0) buckets.touch('mine', 0);
  }
  verdicts.push(buckets.take('mine', 0));
  expect(verdicts).toEqual(['taken', 'refused', 'still-refused', 'still-refused']);
  buckets.touch('new', 0);
  expect([buckets.size, buckets.has('mine'), buckets.has('other 0'), buckets.has('new')]).toEqual([
    1000,
    true,
    false,
    true,
  ]);
});
