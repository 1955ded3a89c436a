/** @module Bytes as hex, as base64url and as text. */

/** Bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Parses hex, ignoring white space; `undefined` for anything else. */
export function readHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/gu, '');
  if (!/^(?:[0-9a-f]{2})*$/iu.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes as base64url without padding. */
export function bytesToBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Decodes UTF-8, without a byte order mark; invalid bytes become the replacement character. */
export function utf8Decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
