/** @module The message of an error, for a log. */

/** The message of an error, for a log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
