/** @module Product and device ids, which are case-insensitive (docs/adr/0051). */

/**
 * The form in which ids are compared: A to Z in lower case, everything else unchanged. Ids are ASCII, so characters
 * whose lower case is ASCII, such as the Kelvin sign, must not be folded.
 */
export function foldId(id: string): string {
  return id.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
