/** @module Writes to something that may stop reading: what does not fit is left out, and nothing waits. */
import type { Writable } from 'node:stream';

/** Most bytes that wait to be taken: about ten seconds of Opus. Reason: sound that is later than that is of no use to anybody. */
const MAX_WAITING_BYTES: number = 64 * 1024;

/** Writes while there is room. */
export class BoundedWriter {
  readonly #stream: Writable;
  #isFull = false;
  readonly #handleFull: () => void;

  /** `handleFull` hears once when the other end has stopped reading. */
  constructor(stream: Writable, handleFull: () => void) {
    this.#stream = stream;
    this.#handleFull = handleFull;
  }

  write(chunks: readonly Uint8Array[]): void {
    if (!this.#stream.writable) return;
    if (this.#stream.writableLength > MAX_WAITING_BYTES) {
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
