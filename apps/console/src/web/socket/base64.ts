/** @module Base64 encoding of short byte strings. */

/** RFC 4648 section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
