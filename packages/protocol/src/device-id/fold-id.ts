/** @module Product and device ids, which are the same whatever the case of their letters (docs/adr/0051). */

/**
 * The form in which ids are compared: A to Z in lower case and nothing else changed, since ids are ASCII and other characters
 * with a lower-case form in ASCII, such as the Kelvin sign, are not the same id.
 */
export function foldId(id: string): string {
  return id.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
