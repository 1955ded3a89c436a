/** @module What a client sends to a shell: keys, and the size of its window (docs/protocol/streams.md). */

/** Something that the client typed, or the new size of its window. */
export type TerminalInput =
  | { readonly kind: 'keys'; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number };

/** A byte that is in no UTF-8 text: what follows says what it means. */
const ESCAPE = 0xff;
const SIZE = 1;
const SIZE_BYTES = 6;

/** Largest window, in either direction. Reason: programs keep the whole window in memory. */
const MAX_CELLS = 1000;

/** Takes the stream of a client apart, however it was cut into pieces. */
export class TerminalInputParser {
  #rest: Uint8Array = new Uint8Array(0);

  /** The inputs that are complete; undefined when the bytes have no meaning. */
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

/** How long the input is that begins at an offset, at least; undefined for an unknown one. */
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
