/** @module What an error says. */

/** The message of an error, in one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/gu, ' ').trim();
}
