/** @module Which values of a login reply are accepted as the time a device has been attached. */
import { expect, test } from 'vitest';
import { MAX_ONLINE_SECONDS, onlineSecondsOf } from './online-seconds.ts';

test.each([0, 1, 86_400, MAX_ONLINE_SECONDS])('onlineSecondsOf accepts %s', (seconds) => {
  expect(onlineSecondsOf(seconds)).toBe(seconds);
});

test.each([undefined, null, '90', -1, Number.NaN, Infinity, 1e300, MAX_ONLINE_SECONDS + 1, [90], {}])(
  'onlineSecondsOf ignores %s',
  (said) => {
    expect(onlineSecondsOf(said)).toBeUndefined();
  },
);
