/** @module A request to open a WebSocket, whichever version of HTTP it came over. */
import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';
import type { RequestOrigin } from '../request/address.ts';

/** What is asked, as both versions say it. */
export interface HandshakeRequest extends RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url?: string | undefined;
}

/** The HTTP status with which it is refused, and what else is said. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 404 | 405 | 426 | 501;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One opening handshake: it is refused or opened, once. */
export interface Handshake {
  readonly request: HandshakeRequest;
  /** What of it is no handshake at all, by the rules of its version of HTTP. */
  readonly fault: Refusal | undefined;
  /** Keeps the connection that carries the socket from being ended to make room, where the socket does not take it whole. */
  readonly keep: (() => void) | undefined;
  refuse(status: number, requestId?: string, headers?: Readonly<Record<string, string>>): void;
  /** Has `server` make the WebSocket and hands it over, before this returns; false when it was refused after all. */
  open(server: WebSocketServer, take: (socket: WebSocket) => void): boolean;
}
