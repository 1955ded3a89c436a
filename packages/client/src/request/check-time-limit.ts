/** @module How long something may take, checked before it begins. */
import { EdgeError } from '@longwire/protocol/base';

/** The longest delay of a timer, in milliseconds: more than 24 days. */
export const MAX_TIMEOUT_MS = 0x7fff_ffff;

/** Checks a time limit that a timer can hold. @throws EdgeError ERR_REQUEST_INVALID */
export function checkTimeLimit(name: string, milliseconds: number): void {
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS)) {
    throw new EdgeError(
      'ERR_REQUEST_INVALID',
      `${name} expected 1..${MAX_TIMEOUT_MS} ms, got ${milliseconds}`,
    );
  }
}
