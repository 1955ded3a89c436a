/** @module Hexadecimal text: encoded in lower case, decoded in either case. */
import { EdgeError } from '../errors/edge-error.ts';

/** The two digits of each byte. */
const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

const HEX = /^(?:[0-9a-f]{2})*$/iu;

/** Encodes bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** Decodes hex in either case. @throws EdgeError ERR_HEX for an odd length or any other character. */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!HEX.test(text))
    throw new EdgeError(
      'ERR_HEX',
      `cannot decode hex: want pairs of hex digits, got ${text.length} characters`,
    );
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
