/** @module Bytes that have arrived and are not read yet. */

/**
 * Arrivals up to this size are merged, in bytes. Reason: an array of its own costs more memory than so little data.
 */
const SMALL_BYTES = 1024;

/** Size of the block that small arrivals are merged into, in bytes. Reason: at most an eighth of it stays empty. */
export const BLOCK_BYTES = 8192;

interface Block {
  bytes: Uint8Array;
  length: number;
}

/** A FIFO of bytes; takes little more memory than the bytes in it, however small the pieces they arrive in. */
export class ByteQueue {
  readonly #blocks: Block[] = [];
  #length = 0;

  /** The number of bytes waiting. */
  get length(): number {
    return this.#length;
  }

  /** Appends bytes; the caller must not change them afterwards. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    let last = this.#blocks.at(-1);
    if (bytes.length > SMALL_BYTES) {
      // Nothing more will be merged into the last block, so its empty part is released.
      if (last !== undefined && last.length < last.bytes.length)
        last.bytes = last.bytes.slice(0, last.length);
      this.#blocks.push({ bytes, length: bytes.length });
      return;
    }
    if (last === undefined || last.length + bytes.length > last.bytes.length) {
      // The first of several small pieces keeps its own array: most streams are read as fast as they arrive.
      last = { bytes: new Uint8Array(last === undefined ? bytes.length : BLOCK_BYTES), length: 0 };
      this.#blocks.push(last);
    }
    last.bytes.set(bytes, last.length);
    last.length += bytes.length;
  }

  /** Removes and returns the oldest bytes; undefined when empty. */
  shift(): Uint8Array | undefined {
    const block = this.#blocks.shift();
    if (block === undefined) return undefined;
    this.#length -= block.length;
    return block.bytes.subarray(0, block.length);
  }

  /** Drops everything that is not read. */
  clear(): void {
    this.#blocks.length = 0;
    this.#length = 0;
  }
}
