/** @module Login tries are counted by name in bounded memory. */
import { describe, expect, test } from 'vitest';
import { KeyedBuckets } from './keyed-buckets.ts';
import { DEFAULT_LOGIN_RATES } from './login-limits.ts';

const { device, tokenUsername } = DEFAULT_LOGIN_RATES;

describe('KeyedBuckets', () => {
  test('counts each name separately', () => {
    const buckets = new KeyedBuckets({ capacity: 1, refillPerSecond: 1 });
    buckets.spend('a', 0);
    expect(buckets.hasToken('a', 0)).toBe(false);
    expect(buckets.hasToken('b', 0)).toBe(true);
  });

  test('keeps the count of a guessed name during a flood of other names at the highest rate the device allows', () => {
    const buckets = new KeyedBuckets(tokenUsername);
    for (let index = 0; index < tokenUsername.capacity; index += 1) buckets.spend('guessed at', 0);
    for (let index = 0; index < 5000; index += 1) {
      const nowMs = (index / device.refillPerSecond) * 1000;
      buckets.spend(`name ${index}`, nowMs);
      if (index % 25 === 0) buckets.spend('guessed at', nowMs);
      expect(buckets.hasToken('guessed at', nowMs)).toBe(false);
    }
  });
});
