/** @module A list of bytes as JSON writes it, without an array of numbers in between: half the work of a large payload. */

/** Each byte in decimal digits, with the comma that follows it. */
const WITH_COMMA: readonly string[] = Array.from({ length: 256 }, (_, byte) => `${byte},`);

/** Shortest list that is read digit by digit, in characters. Reason: below it JSON.parse was as fast (docs/adr/0026). */
const MIN_SCANNED_LENGTH = 128;

const COMMA = 44;
const ZERO = 48;

/** Writes bytes as `[1,255]`, byte for byte what JSON.stringify makes of the array. */
export function formatByteList(bytes: Uint8Array): string {
  const last = bytes.length - 1;
  let list = '[';
  for (let index = 0; index < last; index += 1) list += WITH_COMMA[bytes[index] ?? 0];
  return `${list}${bytes[last] ?? ''}]`;
}

/**
 * Reads the bytes in `text` from `start` (behind the bracket) to `end` (the closing bracket). Undefined where the list is short, or
 * holds anything but bytes in plain digits and commas: JSON.parse is to judge those.
 */
export function scanByteList(text: string, start: number, end: number): Uint8Array | undefined {
  if (end - start < MIN_SCANNED_LENGTH) return undefined;
  const bytes = new Uint8Array(Math.ceil((end - start) / 2));
  let at = start;
  for (let count = 0; ; count += 1) {
    let byte = text.charCodeAt(at) - ZERO;
    if (!isDigit(byte)) return undefined;
    let next = text.charCodeAt((at += 1));
    // A number that begins with 0 ends there, as JSON has it; written out digit by digit, a loop is slower.
    if (byte !== 0 && isDigit(next - ZERO)) {
      byte = byte * 10 + next - ZERO;
      next = text.charCodeAt((at += 1));
      if (isDigit(next - ZERO)) {
        byte = byte * 10 + next - ZERO;
        if (byte > 255) return undefined;
        next = text.charCodeAt((at += 1));
      }
    }
    bytes[count] = byte;
    if (at === end) return bytes.slice(0, count + 1);
    if (next !== COMMA) return undefined;
    at += 1;
  }
}

function isDigit(digit: number): boolean {
  return digit >= 0 && digit <= 9;
}
