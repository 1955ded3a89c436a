/** @module Validates time limits. */
import { EdgeError } from '@longwire/protocol/base';

/** The longest delay of a timer, in milliseconds: more than 24 days. */
export const MAX_TIMEOUT_MS = 0x7fff_ffff;

/** Checks that a timer can hold the time limit. @throws EdgeError ERR_REQUEST_INVALID */
export function checkTimeLimit(name: string, milliseconds: number): void {
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS)) {
    throw new EdgeError(
      'ERR_REQUEST_INVALID',
      `${name} must be from 1 to ${MAX_TIMEOUT_MS} ms, got ${milliseconds}`,
    );
  }
}
