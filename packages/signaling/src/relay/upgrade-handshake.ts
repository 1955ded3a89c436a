/** @module A WebSocket opened by an upgrade of HTTP/1.1 (RFC 6455 section 4.2). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { endWithResponse, rawResponse } from '../request/raw-response.ts';
import type { Handshake, Refusal } from './handshake.ts';

/** Options of {@link UpgradeHandshake}. */
export interface UpgradeOptions {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived after the request. */
  readonly head: Buffer;
  /** Called when the connection has become a WebSocket. */
  readonly handleUpgraded: (socket: Duplex) => void;
}

/** An upgrade, which takes over the whole connection. */
export class UpgradeHandshake implements Handshake {
  readonly request: IncomingMessage;
  /** Not needed: an upgrade takes over the whole connection. */
  readonly keep: undefined;
  readonly #options: UpgradeOptions;

  constructor(options: UpgradeOptions) {
    this.request = options.request;
    this.#options = options;
  }

  get fault(): Refusal | undefined {
    return faultOf(this.request);
  }

  refuse(status: number, requestId?: string, headers?: Readonly<Record<string, string>>): void {
    endWithResponse(this.#options.socket, rawResponse(status, requestId, '', headers));
  }

  open(server: WebSocketServer, take: (socket: WebSocket) => void): boolean {
    const { request, socket, head, handleUpgraded } = this.#options;
    let isTaken = false;
    socket.on('error', destroy);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      isTaken = true;
      // ws handles the socket's errors from here on
      socket.off('error', destroy);
      handleUpgraded(socket);
      take(webSocket);
    });
    return isTaken;
  }
}

function destroy(this: Duplex): void {
  this.destroy();
}

/**
 * Why a request is not a valid handshake (RFC 6455 sections 4.2.1 and 4.4, RFC 9112 section 3.2). A body
 * would be read as frames, and a proxy with a different view of the request might take them for another
 * request.
 */
function faultOf({ method, httpVersion, headers, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (method !== 'GET') return { kind: 'refused', status: 405, headers: { allow: 'GET' } };
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (httpVersion !== '1.1' || hosts.length !== 1 || hasBody) return { kind: 'refused', status: 400 };
  if (headers['sec-websocket-version'] === '13') return undefined;
  return { kind: 'refused', status: 426, headers: { upgrade: 'websocket', 'sec-websocket-version': '13' } };
}
