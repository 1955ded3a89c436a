/** @module Recognises errors by their code. */

/** Whether an error has this code: one of Longwire such as `ERR_IN_USE`, or of the system such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
