/** @module What a reading has: its value, also the one from before a failure, and its error. */

import type { Reading } from '@longwire/react';

/** The value, if there is one. */
export function valueOf<T>(reading: Reading<T, unknown>): T | undefined {
  return reading.kind === 'waiting' ? undefined : reading.value;
}

/** The error of the latest attempt, if it failed. */
export function errorOf<E>(reading: Reading<unknown, E>): E | undefined {
  return reading.kind === 'failed' ? reading.error : undefined;
}

/** The reading after a failed attempt; the value from before stays. */
export function failedAfter<T, E>(before: Reading<T, unknown>, error: E): Reading<T, E> {
  const value = valueOf(before);
  return { kind: 'failed', error, ...(value === undefined ? {} : { value }) };
}
