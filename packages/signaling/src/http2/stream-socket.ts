/** @module One stream of an HTTP/2 connection, as the socket on which ws speaks. */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';

/** Headers that belong to an upgrade or to a connection, and have no place in HTTP/2 (RFC 8441 section 5, RFC 9113 section 8.2.2). */
const UPGRADE_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'sec-websocket-accept',
  'upgrade',
]);

type Done = (error?: Error | null) => void;

/**
 * What ws is given in place of a TCP socket. ws writes the answer to an upgrade first, in one piece: that becomes the answer of the stream.
 * All that it writes and reads afterwards are frames. The end of either side is END_STREAM, a cut is RST_STREAM (RFC 8441 section 5).
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
    // what went wrong on it is told by 'close' as well
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

  /** Head and payload of a frame go together. */
  override _writev(pieces: { readonly chunk: Buffer }[], done: Done): void {
    this.#stream.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.#stream.end(() => done());
  }

  override _destroy(error: Error | null, done: Done): void {
    const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL } = constants;
    // closed by the other side it keeps the code that came with it
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
