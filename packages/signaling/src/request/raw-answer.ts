/** @module An answer written on the bare socket, where there is no HTTP response to write it with. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** How long the other side may take to end a connection that was answered, in milliseconds. */
const LINGER_MS = 1_000;

/** Sends an answer as the last thing on a socket, and ends it whether the other side does or not. */
export function endWithAnswer(socket: Duplex, answer: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(answer);
  // unread input would turn the end into a reset, which can overtake the answer
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** A whole answer, after which the connection closes; it carries the headers that every answer does. The body, if any, is JSON. */
export function rawAnswer(
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

/** The headers that an answer has where no framework adds them. */
export function bareHeaders(requestId?: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
  };
}
