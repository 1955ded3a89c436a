/** @module A request to open a WebSocket, over HTTP/1.1 or HTTP/2. */
import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import type { RequestOrigin } from '../request/address.ts';

/** The request in the form that both versions share. */
export interface HandshakeRequest extends RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url?: string | undefined;
}

/** The HTTP status and headers of a refusal. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 404 | 405 | 426 | 501;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One opening handshake; it is refused or opened once. */
export interface Handshake {
  readonly request: HandshakeRequest;
  /** Why the request is not a valid handshake in its HTTP version. */
  readonly fault: Refusal | undefined;
  /**
   * Protects the underlying connection from eviction, if the socket does not take over the whole connection.
   */
  readonly keep: (() => void) | undefined;
  refuse(status: number, requestId?: string, headers?: Readonly<Record<string, string>>): void;
  /**
   * Lets `server` create the WebSocket and passes it to `take` before returning; false if it was refused
   * after all.
   */
  open(server: WebSocketServer, take: (socket: WebSocket) => void): boolean;
}
