/** @module How long something may take, checked before it begins. */
import { EdgeError } from '@longwire/protocol/base';

/** The longest delay that a timer can hold, in milliseconds: over 24 days. */
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
