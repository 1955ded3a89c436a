/** @module HTTP responses written directly to a socket, without a response object. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Time for the peer to close the connection after the response, in milliseconds. */
const LINGER_MS = 1_000;

/** Sends a final response and closes the socket even if the peer does not. */
export function endWithResponse(socket: Duplex, answer: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(answer);
  // unread input would turn the close into a reset, which can overtake the response
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Formats a response with the common headers, after which the connection closes. The body, if any, is JSON.
 */
export function rawResponse(
  status: number,
  requestId?: string,
  body = '',
  more: Readonly<Record<string, string>> = {},
): string {
  const headers: Record<string, string> = {
    ...bareHeaders(requestId),
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body}`;
}

/** Common headers for responses that bypass the framework. */
export function bareHeaders(requestId?: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
  };
}
