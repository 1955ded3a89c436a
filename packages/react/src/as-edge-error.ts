/** @module Converts any thrown value to an `EdgeError`. */
import { EdgeError } from '@longwire/client';

/** Returns an `EdgeError` as it is and wraps anything else in ERR_STATE. */
export function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_STATE', 'unexpected error', { cause });
}
