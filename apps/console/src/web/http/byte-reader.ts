/** @module Reads a byte stream by lines and chunks. */
import { malformed, WebError } from './web-error.ts';

const LF = 0x0a;
const CR = 0x0d;

const NOTHING = new Uint8Array();

/** Reads a stream line by line or chunk by chunk; buffers at most one chunk and one unfinished line. */
export class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = NOTHING;

  constructor(readable: ReadableStream<Uint8Array>) {
    this.#reader = readable.getReader();
  }

  /** Whether there are unread bytes. */
  get hasRest(): boolean {
    return this.#rest.length > 0;
  }

  /** Up to `most` bytes, at least one; undefined at the end. */
  async some(most: number = Number.MAX_SAFE_INTEGER): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** The next byte without consuming it; undefined at the end. */
  async peek(): Promise<number | undefined> {
    const piece = await this.some();
    if (piece === undefined) return undefined;
    this.#rest = piece;
    return piece[0];
  }

  /** Exactly `length` bytes. @throws WebError cutOff */
  async exactly(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const piece = await this.some(length - at);
      if (piece === undefined) throw cutOff();
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /**
   * A line without its end, one character for each byte. @throws WebError malformed if it has more than `most` bytes, cutOff if the stream
   * ends in it
   */
  async line(most: number): Promise<string> {
    let text = '';
    for (;;) {
      const piece = await this.some();
      if (piece === undefined) throw cutOff();
      const end = piece.indexOf(LF);
      const part = end === -1 ? piece : piece.subarray(0, end);
      if (text.length + part.length > most) throw malformed(`a line is longer than ${most} bytes`);
      text += latin1(part);
      if (end === -1) continue;
      this.#rest = piece.subarray(end + 1);
      return text.charCodeAt(text.length - 1) === CR ? text.slice(0, -1) : text;
    }
  }

  /** Stops reading. */
  async cancel(reason?: unknown): Promise<void> {
    await this.#reader.cancel(reason);
  }
}

/** The connection ended too early. */
export function cutOff(): WebError {
  return new WebError('cutOff', 'the connection ended before the response did');
}

/** Decodes one character for each byte, like the header fields of HTTP. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
