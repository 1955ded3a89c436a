/**
 * @module WebSockets over one HTTP/2 connection, for a client that supports only upgrades: each becomes an
 * extended CONNECT (RFC 8441).
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequestArgs } from 'node:http';
import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { Agent } from 'node:https';
import { Duplex } from 'node:stream';

/** RFC 6455 section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Headers of an upgrade that a CONNECT lacks. */
const OMITTED =
  /^(?:host|connection|upgrade|sec-websocket-(?:key|extensions)|content-length|transfer-encoding)$/u;

/** Opens an HTTP/2 connection and waits for the server's settings. */
export async function connectHttp2(url: string): Promise<ClientHttp2Session> {
  const session = connect(url, {
    rejectUnauthorized: false,
    maxOutstandingPings: 1_000,
  });
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  return session;
}

/** An extended CONNECT as browsers send it; `changes` replace or omit headers. */
export function extendedConnect(
  session: ClientHttp2Session,
  path: string,
  changes: OutgoingHttpHeaders = {},
  endStream = false,
): ClientHttp2Stream {
  const headers: OutgoingHttpHeaders = {
    ':method': 'CONNECT',
    ':protocol': 'websocket',
    ':scheme': 'https',
    ':path': path,
    'sec-websocket-version': '13',
    ...changes,
  };
  const stream = session.request(
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    { endStream },
  );
  stream.on('error', () => undefined);
  return stream;
}

/** An https agent whose upgrades become streams of one connection. */
export class Http2Agent extends Agent {
  readonly session: Promise<ClientHttp2Session>;

  constructor(url: string) {
    super();
    this.session = connectHttp2(url);
  }

  override createConnection(_options: ClientRequestArgs): Duplex {
    return new ConnectTunnel(this.session);
  }

  override destroy(): void {
    void this.session.then((session) => session.destroy());
  }
}

/** The first write is an upgrade request; its response is built from the response to the CONNECT. */
export class ConnectTunnel extends Duplex {
  readonly #session: Promise<ClientHttp2Session>;
  #stream: ClientHttp2Stream | undefined;

  constructor(session: Promise<ClientHttp2Session>) {
    super({ allowHalfOpen: true });
    this.#session = session;
  }

  override _read(): void {
    this.#stream?.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#stream === undefined) void this.#begin(piece.toString('latin1'), done);
    else this.#stream.write(piece, () => done());
  }

  override _final(done: () => void): void {
    if (this.#stream === undefined) done();
    else this.#stream.end(() => done());
  }

  override _destroy(_error: Error | null, done: () => void): void {
    this.#stream?.close(this.writableFinished ? 0 : 8);
    done();
  }

  async #begin(text: string, done: () => void): Promise<void> {
    const [first = '', ...lines] = text.trimEnd().split('\r\n');
    const headers = lines
      .map((line) => line.split(': ', 2))
      .map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
    const key = headers.find(([name]) => name === 'sec-websocket-key')?.[1] ?? '';
    const sent = Object.fromEntries(headers.filter(([name]) => !OMITTED.test(name)));
    const stream = extendedConnect(await this.#session, first.split(' ')[1] ?? '', sent);
    this.#stream = stream;
    stream.on('response', (answer) =>
      this.push(upgradeAnswer(answer[':status'], answer['sec-websocket-protocol'], key)),
    );
    stream.on('data', (piece: Buffer) => {
      if (!this.push(piece)) stream.pause();
    });
    stream.on('end', () => this.push(null));
    stream.on('close', () => this.destroy());
    done();
  }
}

function upgradeAnswer(
  status: number | undefined,
  protocol: string | string[] | undefined,
  key: string,
): string {
  if (status !== 200) return `HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  const chosen = protocol === undefined ? '' : `Sec-WebSocket-Protocol: ${String(protocol)}\r\n`;
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${chosen}\r\n`;
}
