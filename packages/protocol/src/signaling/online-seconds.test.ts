/** @module For how long a device has been attached: what is taken from a login reply, and what is not. */
import { expect, test } from 'vitest';
import { MAX_ONLINE_SECONDS, onlineSecondsOf } from './online-seconds.ts';

test.each([0, 1, 86_400, MAX_ONLINE_SECONDS])('%s is a time', (seconds) => {
  expect(onlineSecondsOf(seconds)).toBe(seconds);
});

test.each([undefined, null, '90', -1, Number.NaN, Infinity, 1e300, MAX_ONLINE_SECONDS + 1, [90], {}])(
  '%s is none',
  (said) => {
    expect(onlineSecondsOf(said)).toBeUndefined();
  },
);
