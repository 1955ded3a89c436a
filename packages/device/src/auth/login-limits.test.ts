import { describe, expect, test } from 'vitest';
import { KeyedBuckets } from './keyed-buckets.ts';
import { TokenBucket } from './token-bucket.ts';

describe('TokenBucket', () => {
  test('gives what it holds, then what has been refilled, and never more than it holds', () => {
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 1 }, 0);
    bucket.spend(0);
    bucket.spend(0);
    expect(bucket.hasToken(999)).toBe(false);
    expect(bucket.hasToken(1000)).toBe(true);
    bucket.spend(60_000);
    bucket.spend(60_000);
    expect(bucket.hasToken(60_000)).toBe(false);
  });

  test('a clock that goes backwards fills nothing', () => {
    const bucket = new TokenBucket({ capacity: 1, refillPerSecond: 1 }, 10_000);
    bucket.spend(10_000);
    expect(bucket.hasToken(0)).toBe(false);
    expect(bucket.hasToken(999)).toBe(false);
  });
});

describe('KeyedBuckets', () => {
  test('counts each name by itself', () => {
    const buckets = new KeyedBuckets({ capacity: 1, refillPerSecond: 1 });
    buckets.spend('a', 0);
    expect(buckets.hasToken('a', 0)).toBe(false);
    expect(buckets.hasToken('b', 0)).toBe(true);
  });

  test('a flood of other names, as fast as the device lets strangers try, does not make it forget one that is guessed at', () => {
    const buckets = new KeyedBuckets({ capacity: 10, refillPerSecond: 0.2 });
    for (let index = 0; index < 10; index += 1) buckets.spend('guessed at', 0);
    for (let index = 0; index < 5000; index += 1) {
      const nowMs = index * 500;
      buckets.spend(`name ${index}`, nowMs);
      if (index % 10 === 0) buckets.spend('guessed at', nowMs);
      expect(buckets.hasToken('guessed at', nowMs)).toBe(false);
    }
  });
});
