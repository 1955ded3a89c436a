/** @module What the file system said. */

/** Whether an error of the file system has a code such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
