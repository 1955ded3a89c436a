/** @module Converts thrown values to errors. */

/** Returns `thrown` if it is an Error, else wraps it in one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
