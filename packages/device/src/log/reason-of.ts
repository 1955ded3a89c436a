/** @module What an error says, for a log. */

/** The words of an error, for a log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
