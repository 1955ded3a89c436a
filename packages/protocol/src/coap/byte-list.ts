/** @module A list of bytes as JSON writes it, by way of its characters' codes: neither an array of numbers nor a text for each byte. */
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';

/** Shortest list that is written by way of codes, in bytes. Reason: below it the platform's own is as fast. */
const MIN_WRITTEN_BYTES = 64;

/** Shortest list that is read by way of codes, in characters. Reason: below it JSON.parse is as fast (docs/adr/0026). */
export const MIN_SCANNED_LENGTH = 512;

const COMMA = 44;
const ZERO = 48;

/** The most that a byte takes: three digits and the comma that follows it. */
const MAX_CODES = 4;

/** The codes of each byte in decimal digits with the comma that follows it, in places of four. */
const CODES = new Uint8Array(256 * MAX_CODES);
for (let byte = 0; byte < 256; byte += 1) CODES.set(utf8Encode(`${byte},`), byte * MAX_CODES);

/** Writes bytes as `[1,255]`, byte for byte what JSON.stringify makes of the array. */
export function formatByteList(bytes: Uint8Array): string {
  if (bytes.length < MIN_WRITTEN_BYTES) return `[${bytes.join()}]`;
  const codes = new Uint8Array(bytes.length * MAX_CODES);
  let at = 0;
  for (const byte of bytes) {
    const from = byte * MAX_CODES;
    // All four each time: what is not its own the next one writes over.
    codes[at] = CODES[from] ?? 0;
    codes[at + 1] = CODES[from + 1] ?? 0;
    codes[at + 2] = CODES[from + 2] ?? 0;
    codes[at + 3] = CODES[from + 3] ?? 0;
    at += codeCount(byte);
  }
  return `[${utf8Decode(codes.subarray(0, at - 1))}]`;
}

/**
 * Reads the bytes in `text` from `start` (behind the bracket) to `end` (the closing bracket). Undefined where the list is short, or
 * holds anything but bytes in plain digits and commas: JSON.parse is to judge those.
 */
export function scanByteList(text: string, start: number, end: number): Uint8Array | undefined {
  if (end - start < MIN_SCANNED_LENGTH) return undefined;
  // With the bracket, which ends the last number as a comma ends the others. A character that is none of ASCII has no digit's code.
  const codes = utf8Encode(text.slice(start, end + 1));
  let at = 0;
  for (let count = 0; ; count += 1) {
    let byte = (codes[at] ?? 0) - ZERO;
    if (!isDigit(byte)) return undefined;
    let next = codes[(at += 1)] ?? 0;
    // A number that begins with 0 ends there, as JSON has it; written out digit by digit, a loop is slower.
    if (byte !== 0 && isDigit(next - ZERO)) {
      byte = byte * 10 + next - ZERO;
      next = codes[(at += 1)] ?? 0;
      if (isDigit(next - ZERO)) {
        byte = byte * 10 + next - ZERO;
        if (byte > 255) return undefined;
        next = codes[(at += 1)] ?? 0;
      }
    }
    // Over codes that were read: a byte takes two of them at least.
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
