/** @module Errors as values: each has a code. */
import { EdgeError } from '@longwire/client';

/** The error itself, or ERR_STATE around what has no code. */
export function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_STATE', 'an error with a code expected, got another one', { cause });
}
