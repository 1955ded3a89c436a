/** @module Parses a client's input to a shell: keys and window sizes (docs/protocol/streams.md). */

/** Typed keys or a new window size. */
export type TerminalInput =
  | { readonly kind: 'keys'; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number };

/** A byte that never occurs in UTF-8 text; the next byte is the type of the sequence. */
const ESCAPE = 0xff;
const SIZE = 1;
const SIZE_BYTES = 6;

/** Most columns and rows of a window. Reason: programs keep the whole window in memory. */
const MAX_CELLS = 1000;

/** Parses the client's byte stream, which may be split anywhere. */
export class TerminalInputParser {
  #rest: Uint8Array = new Uint8Array(0);

  /** Returns all complete inputs; undefined for an invalid sequence. */
  parse(bytes: Uint8Array): readonly TerminalInput[] | undefined {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const inputs: TerminalInput[] = [];
    let offset = 0;
    while (offset < all.length) {
      const length = lengthAt(all, offset);
      if (length === undefined) return undefined;
      if (offset + length > all.length) break;
      const input = inputOf(all.subarray(offset, offset + length));
      if (input === undefined) return undefined;
      inputs.push(input);
      offset += length;
    }
    this.#rest = Uint8Array.from(all.subarray(offset));
    return inputs;
  }
}

/** The minimum length of the input at an offset; undefined for an unknown type. */
function lengthAt(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes[offset] !== ESCAPE) {
    const end = bytes.indexOf(ESCAPE, offset);
    return (end === -1 ? bytes.length : end) - offset;
  }
  const meaning = bytes[offset + 1];
  if (meaning === undefined || meaning === ESCAPE) return 2;
  return meaning === SIZE ? SIZE_BYTES : undefined;
}

function inputOf(bytes: Uint8Array): TerminalInput | undefined {
  const [first, second] = bytes;
  if (first !== ESCAPE) return { kind: 'keys', bytes };
  if (second === ESCAPE) return { kind: 'keys', bytes: bytes.subarray(1) };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [columns, rows] = [view.getUint16(2), view.getUint16(4)];
  const isUsable = [columns, rows].every((cells) => cells > 0 && cells <= MAX_CELLS);
  return isUsable ? { kind: 'size', columns, rows } : undefined;
}
