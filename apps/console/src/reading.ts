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
