/** @module Bytes that have arrived and are not read yet. */

/**
 * Arrivals up to this size are merged, in bytes. Reason: an array of its own costs more memory than so little data.
 */
const SMALL_BYTES = 1024;

/** Size of the block that small arrivals are merged into, in bytes. Reason: at most an eighth of it stays empty. */
export const BLOCK_BYTES = 8192;

interface Block {
  readonly bytes: Uint8Array;
  readonly isShared: boolean;
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
    if (bytes.length <= SMALL_BYTES) this.#join(bytes);
    else this.#blocks.push({ bytes, isShared: false, length: bytes.length });
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

  #join(bytes: Uint8Array): void {
    let last = this.#blocks.at(-1);
    if (last === undefined || last.length + bytes.length > last.bytes.length) {
      // The first of several small pieces keeps its own array: most streams are read as fast as they arrive.
      const size = last?.isShared === true ? BLOCK_BYTES : bytes.length;
      last = { bytes: new Uint8Array(size), isShared: true, length: 0 };
      this.#blocks.push(last);
    }
    last.bytes.set(bytes, last.length);
    last.length += bytes.length;
  }
}
