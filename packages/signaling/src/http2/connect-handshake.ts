/**
 * @module A WebSocket opened by an extended CONNECT of HTTP/2 (RFC 8441), on one stream of the connection.
 */
import { IncomingMessage } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Handshake, Refusal } from '../relay/handshake.ts';
import { bareHeaders } from '../request/raw-response.ts';
import { StreamSocket } from './stream-socket.ts';

/**
 * RFC 8441 section 5: HTTP/2 has no Sec-WebSocket-Key. ws requires one in the form of RFC 6455 section 4.1.
 */
const ANY_KEY = Buffer.alloc(16).toString('base64');

/** Handles an extended CONNECT and owns its stream. */
export class ConnectHandshake implements Handshake {
  readonly request: Http2ServerRequest;
  readonly keep: () => void;
  readonly #stream: ServerHttp2Stream;

  /** `hold` receives the stream when its socket has logged in. */
  constructor(request: Http2ServerRequest, hold: (stream: ServerHttp2Stream) => void) {
    this.request = request;
    const { stream } = request;
    this.#stream = stream;
    this.keep = () => hold(stream);
  }

  get fault(): Refusal | undefined {
    return faultOf(this.request);
  }

  refuse(status: number, requestId?: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#stream.destroyed) return;
    this.#stream.respond({ ':status': status, ...bareHeaders(requestId), ...headers }, { endStream: true });
  }

  open(server: WebSocketServer, take: (socket: WebSocket) => void): boolean {
    if (this.#stream.destroyed) return false;
    let isTaken = false;
    server.handleUpgrade(
      upgradeOf(this.request),
      new StreamSocket(this.#stream),
      Buffer.alloc(0),
      (socket) => {
        isTaken = true;
        take(socket);
      },
    );
    return isTaken;
  }
}

/** The request in the form that ws expects. */
function upgradeOf({ url, headers }: Http2ServerRequest): IncomingMessage {
  const upgrade = new IncomingMessage(new Socket());
  upgrade.method = 'GET';
  upgrade.url = url;
  const protocols = headers['sec-websocket-protocol'];
  upgrade.headers = {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': ANY_KEY,
    'sec-websocket-version': '13',
    ...(protocols === undefined ? {} : { 'sec-websocket-protocol': protocols }),
  };
  return upgrade;
}

/**
 * Reason why a CONNECT opens no WebSocket (RFC 8441 sections 4 and 5; RFC 9220 section 3 for the status of
 * another protocol).
 */
function faultOf({ stream, headers }: Http2ServerRequest): Refusal | undefined {
  const protocol = headers[':protocol'];
  if (protocol === undefined) return { kind: 'refused', status: 405, headers: { allow: 'GET' } };
  if (protocol !== 'websocket') return { kind: 'refused', status: 501 };
  const hasBody = (headers['content-length'] ?? '0') !== '0';
  if (headers[':scheme'] !== 'https' || headers.host === undefined || hasBody || stream.endAfterHeaders)
    return { kind: 'refused', status: 400 };
  if (headers['sec-websocket-version'] === '13') return undefined;
  return { kind: 'refused', status: 400, headers: { 'sec-websocket-version': '13' } };
}
