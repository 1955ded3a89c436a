/** @module The capacity and refill of a token bucket. */
import { describe, expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('TokenBucket', () => {
  test('gives its capacity, then what was refilled, and never more than its capacity', () => {
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 1 }, 0);
    bucket.spend(0);
    bucket.spend(0);
    expect(bucket.hasToken(999)).toBe(false);
    expect(bucket.hasToken(1000)).toBe(true);
    bucket.spend(60_000);
    bucket.spend(60_000);
    expect(bucket.hasToken(60_000)).toBe(false);
  });

  test('gives several tokens at once, all or none', () => {
    const bucket = new TokenBucket({ capacity: 5, refillPerSecond: 1 }, 0);
    expect([bucket.take(0, 6), bucket.take(0, 5), bucket.take(0, 1)]).toEqual([false, true, false]);
    expect([bucket.take(2_000, 3), bucket.take(2_000, 2), bucket.take(2_000, 0)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('refills nothing when the clock goes backwards', () => {
    const bucket = new TokenBucket({ capacity: 1, refillPerSecond: 1 }, 10_000);
    bucket.spend(10_000);
    expect(bucket.hasToken(0)).toBe(false);
    expect(bucket.hasToken(999)).toBe(false);
  });

  test('gives its burst, then its rate, and never accumulates more than the burst', () => {
    let now = 0;
    const bucket = new TokenBucket({ capacity: 3, refillPerSecond: 10 }, now);
    const takeAll = () => [1, 2, 3, 4].filter(() => bucket.take(now)).length;
    expect(takeAll()).toBe(3);
    now = 99;
    expect(bucket.take(now)).toBe(false);
    now = 100;
    expect(bucket.take(now)).toBe(true);
    now = 1_000_000;
    expect(takeAll()).toBe(3);
    now = 0;
    expect(bucket.take(now)).toBe(false);
  });
});
