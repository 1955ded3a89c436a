/** @module Adapts an HTTP/2 stream to the socket interface that ws uses. */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';

/**
 * Headers of an upgrade or a connection that HTTP/2 does not allow (RFC 8441 section 5, RFC 9113 section
 * 8.2.2).
 */
const UPGRADE_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'sec-websocket-accept',
  'upgrade',
]);

type Done = (error?: Error | null) => void;

/**
 * Replaces the TCP socket of ws. ws first writes the upgrade response in one piece, which becomes the
 * response of the stream. Everything afterwards is frames. The end of either side is END_STREAM, an abort is
 * RST_STREAM (RFC 8441 section 5).
 */
export class StreamSocket extends Duplex {
  readonly #stream: ServerHttp2Stream;
  #isAnswered = false;

  constructor(stream: ServerHttp2Stream) {
    super({ allowHalfOpen: true });
    this.#stream = stream;
    stream.on('data', (piece: Buffer) => {
      if (!this.push(piece)) stream.pause();
    });
    stream.on('end', () => this.push(null));
    // 'close' reports stream errors as well
    stream.on('error', () => undefined);
    stream.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#stream.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#isAnswered) {
      this.#stream.write(piece, done);
      return;
    }
    this.#isAnswered = true;
    this.#answer(piece.toString('latin1'));
    done();
  }

  /** Sends head and payload of a frame together. */
  override _writev(pieces: { readonly chunk: Buffer }[], done: Done): void {
    this.#stream.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.#stream.end(() => done());
  }

  override _destroy(error: Error | null, done: Done): void {
    const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL } = constants;
    // if the other side closed the stream, its code stays
    if (!this.#stream.closed) this.#stream.close(this.writableFinished ? NGHTTP2_NO_ERROR : NGHTTP2_CANCEL);
    done(error);
  }

  #answer(text: string): void {
    const [first = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
    const status = Number(first.split(' ', 2)[1]);
    const isOpen = status === 101;
    const headers = lines
      .map((line) => line.split(': ', 2))
      .map(([name = '', value = '']) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !UPGRADE_HEADERS.has(name));
    this.#stream.respond(
      { ':status': isOpen ? 200 : status, ...Object.fromEntries(headers) },
      { endStream: !isOpen },
    );
  }
}
