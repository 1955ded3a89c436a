/** @module Reads the numbers of NUT (the container that ffmpeg writes frame by frame) from bytes that may not all be there yet. */
import { EdgeError } from '@longwire/protocol';

/** Most bytes of a number: nine of seven bits each are more than a JavaScript number holds exactly. */
const MAX_NUMBER_BYTES = 9;

/** Reads from the front. Where the bytes end early it gives zeros and remembers that it ran short. */
export class NutCursor {
  readonly #bytes: Uint8Array;
  #offset = 0;
  #isShort = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where it stands. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether more was read than there is; then nothing that was read counts. */
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

  /** A number of seven bits a byte, the highest first. @throws EdgeError ERR_MEDIA_INPUT when it is too large. */
  number(): number {
    let value = 0;
    for (let count = 0; count < MAX_NUMBER_BYTES; count += 1) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (value > Number.MAX_SAFE_INTEGER) break;
      if (byte < 128) return value;
    }
    throw new EdgeError('ERR_MEDIA_INPUT', 'NUT number expected up to 53 bits, got more');
  }

  /** A number with a sign. @throws EdgeError ERR_MEDIA_INPUT when it is too large. */
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

  /** Bytes with their length in front. @throws EdgeError ERR_MEDIA_INPUT when the length is too large. */
  bytes(): Uint8Array {
    return this.take(this.number());
  }
}
