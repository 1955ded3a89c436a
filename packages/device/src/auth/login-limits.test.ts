/** @module Login tries are counted by name in bounded memory. */
import { expect, test } from 'vitest';
import { DEFAULT_LOGIN_RATES, loginBuckets } from './login-limits.ts';

const { device, tokenUsername } = DEFAULT_LOGIN_RATES;

test('keeps the count of a guessed name during a flood of other names at the highest rate the device allows', () => {
  const buckets = loginBuckets(tokenUsername);
  for (let index = 0; index < tokenUsername.capacity; index += 1) buckets.spend('guessed at', 0);
  for (let index = 0; index < 5000; index += 1) {
    const nowMs = (index / device.refillPerSecond) * 1000;
    buckets.spend(`name ${index}`, nowMs);
    if (index % 25 === 0) buckets.spend('guessed at', nowMs);
    expect(buckets.hasToken('guessed at', nowMs)).toBe(false);
  }
});
