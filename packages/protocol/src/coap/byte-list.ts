/**
 * @module Formats and scans a list of bytes as JSON by way of character codes: without an array of numbers or a
 * string per byte.
 */
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';

/** Shortest list formatted by way of codes, in bytes. Reason: below it JSON.stringify is as fast. */
const MIN_WRITTEN_BYTES = 64;

/** Shortest list scanned by way of codes, in characters. Reason: below it JSON.parse is as fast (docs/adr/0026). */
export const MIN_SCANNED_LENGTH = 512;

const COMMA = 44;
const ZERO = 48;

/** The most characters per byte: three digits and the comma after them. */
const MAX_CODES = 4;

/** The character codes of each byte's decimal digits and the comma after them, four places per byte. */
const CODES = new Uint8Array(256 * MAX_CODES);
for (let byte = 0; byte < 256; byte += 1) CODES.set(utf8Encode(`${byte},`), byte * MAX_CODES);

/** Formats bytes as `[1,255]`, identical to what JSON.stringify makes of the array. */
export function formatByteList(bytes: Uint8Array): string {
  if (bytes.length < MIN_WRITTEN_BYTES) return `[${bytes.join()}]`;
  const codes = new Uint8Array(bytes.length * MAX_CODES);
  let at = 0;
  for (const byte of bytes) {
    const from = byte * MAX_CODES;
    // Always copies four codes: the next byte overwrites the unused ones.
    codes[at] = CODES[from] ?? 0;
    codes[at + 1] = CODES[from + 1] ?? 0;
    codes[at + 2] = CODES[from + 2] ?? 0;
    codes[at + 3] = CODES[from + 3] ?? 0;
    at += codeCount(byte);
  }
  return `[${utf8Decode(codes.subarray(0, at - 1))}]`;
}

/**
 * Reads the bytes in `text` from `start` (after the opening bracket) to `end` (the closing bracket). Undefined for
 * short lists and for anything but bytes in plain digits and commas: JSON.parse decides about those.
 */
export function scanByteList(text: string, start: number, end: number): Uint8Array | undefined {
  if (end - start < MIN_SCANNED_LENGTH) return undefined;
  // Includes the bracket, which ends the last number as a comma ends the others. Characters outside of ASCII are
  // never digits.
  const codes = utf8Encode(text.slice(start, end + 1));
  let at = 0;
  for (let count = 0; ; count += 1) {
    let byte = (codes[at] ?? 0) - ZERO;
    if (!isDigit(byte)) return undefined;
    let next = codes[(at += 1)] ?? 0;
    // A number that begins with 0 ends there, as in JSON. The digits are unrolled because a loop is slower.
    if (byte !== 0 && isDigit(next - ZERO)) {
      byte = byte * 10 + next - ZERO;
      next = codes[(at += 1)] ?? 0;
      if (isDigit(next - ZERO)) {
        byte = byte * 10 + next - ZERO;
        if (byte > 255) return undefined;
        next = codes[(at += 1)] ?? 0;
      }
    }
    // Overwrites codes already read: a byte takes at least two of them.
    codes[count] = byte;
    if (at === codes.length - 1) return codes.slice(0, count + 1);
    if (next !== COMMA) return undefined;
    at += 1;
  }
}

function codeCount(byte: number): number {
  if (byte < 10) return 2;
  return byte < 100 ? 3 : MAX_CODES;
}

function isDigit(digit: number): boolean {
  return digit >= 0 && digit <= 9;
}
