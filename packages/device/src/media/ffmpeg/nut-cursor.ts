/** @module Reads the numbers of NUT (a container that ffmpeg writes frame by frame) from possibly incomplete bytes. */
import { EdgeError } from '@longwire/protocol';

/** Most bytes of a number: nine times seven bits exceed the integers that a JavaScript number can hold. */
const MAX_NUMBER_BYTES = 9;

/** Reads from the start. If the bytes end early, it returns zeros and sets {@link isShort}. */
export class NutCursor {
  readonly #bytes: Uint8Array;
  #offset = 0;
  #isShort = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The current position. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether reads went beyond the end, which makes their results invalid. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Whether everything has been read. */
  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#offset];
    if (value === undefined) this.#isShort = true;
    this.#offset += 1;
    return value ?? 0;
  }

  /** Reads a number with seven bits per byte, most significant first. @throws EdgeError ERR_MEDIA_INPUT if it is too large. */
  number(): number {
    let value = 0;
    for (let count = 0; count < MAX_NUMBER_BYTES; count += 1) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (value > Number.MAX_SAFE_INTEGER) break;
      if (byte < 128) return value;
    }
    throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: a number exceeds 53 bits');
  }

  /** Reads a signed number. @throws EdgeError ERR_MEDIA_INPUT if it is too large. */
  signed(): number {
    const value = this.number() + 1;
    return value % 2 === 1 ? -(value - 1) / 2 : value / 2;
  }

  take(length: number): Uint8Array {
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) this.#isShort = true;
    return this.#bytes.subarray(start, this.#offset);
  }

  /** Reads length-prefixed bytes. @throws EdgeError ERR_MEDIA_INPUT if the length is too large. */
  bytes(): Uint8Array {
    return this.take(this.number());
  }
}
