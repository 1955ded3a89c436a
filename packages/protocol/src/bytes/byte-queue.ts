/** @module Bytes that arrived and were not read yet. */

/** Arrivals up to this size are joined, in bytes. Reason: an array by itself costs more than so few bytes are worth. */
const SMALL_BYTES = 1024;

/** What they are joined in, in bytes. Reason: at most an eighth of it stays empty. */
export const BLOCK_BYTES = 8192;

interface Block {
  readonly bytes: Uint8Array;
  readonly isShared: boolean;
  length: number;
}

/** First in, first out; takes little more memory than the bytes in it, however small the pieces were that they came in. */
export class ByteQueue {
  readonly #blocks: Block[] = [];
  #length = 0;

  /** How many bytes wait. */
  get length(): number {
    return this.#length;
  }

  /** Takes bytes that nobody changes any more. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (bytes.length <= SMALL_BYTES) this.#join(bytes);
    else this.#blocks.push({ bytes, isShared: false, length: bytes.length });
  }

  /** The bytes that came first; undefined when there are none. */
  shift(): Uint8Array | undefined {
    const block = this.#blocks.shift();
    if (block === undefined) return undefined;
    this.#length -= block.length;
    return block.bytes.subarray(0, block.length);
  }

  /** Forgets what was not read. */
  clear(): void {
    this.#blocks.length = 0;
    this.#length = 0;
  }

  #join(bytes: Uint8Array): void {
    let last = this.#blocks.at(-1);
    if (last === undefined || last.length + bytes.length > last.bytes.length) {
      // The first of a row stays as small as it came: most streams are read as fast as they arrive.
      const size = last?.isShared === true ? BLOCK_BYTES : bytes.length;
      last = { bytes: new Uint8Array(size), isShared: true, length: 0 };
      this.#blocks.push(last);
    }
    last.bytes.set(bytes, last.length);
    last.length += bytes.length;
  }
}
