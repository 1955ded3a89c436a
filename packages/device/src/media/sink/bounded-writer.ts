/** @module Writes to a stream that may stop reading; drops data instead of waiting. */
import type { Writable } from 'node:stream';

/** Most buffered bytes: about ten seconds of Opus. Reason: later audio is useless. */
const MAX_WAITING_BYTES: number = 64 * 1024;

/** Writes while the buffer has room. */
export class BoundedWriter {
  readonly #stream: Writable;
  #isFull = false;
  readonly #handleFull: () => void;

  /** `handleFull` is called once when the reader has stopped reading. */
  constructor(stream: Writable, handleFull: () => void) {
    this.#stream = stream;
    this.#handleFull = handleFull;
  }

  /** Whether the next chunks will be written. */
  get hasRoom(): boolean {
    return this.#stream.writableLength <= MAX_WAITING_BYTES;
  }

  write(chunks: readonly Uint8Array[]): void {
    if (!this.#stream.writable) return;
    if (!this.hasRoom) {
      if (!this.#isFull) this.#handleFull();
      this.#isFull = true;
      return;
    }
    this.#isFull = false;
    for (const chunk of chunks) this.#stream.write(chunk);
  }

  end(): void {
    this.#stream.end();
  }
}
