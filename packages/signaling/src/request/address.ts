/** @module Whom a socket is counted for. */
import type { IncomingHttpHeaders } from 'node:http';

/** What of a request says where it came from. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Where requests came from whose socket may no longer say so when it is asked. */
const noted = new WeakMap<object, string>();

/** Notes where a request came from: over HTTP/2 its socket forgets it with the end of the connection. */
export function noteAddress(request: RequestOrigin): void {
  noted.set(request, peerOf(request));
}

/** The network that an address stands for: an IPv4 address itself, the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::', 2);
  const front = groups(head);
  if (tail === undefined) return front.slice(0, 4).join(':');
  const back = groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

/** The address a request came from; behind a trusted proxy, the one that the proxy itself added last. */
export function addressOf(request: RequestOrigin, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = [forwarded ?? []].flat().join(',').split(',').at(-1)?.trim();
  return last !== undefined && last !== '' ? last : (noted.get(request) ?? peerOf(request));
}

function peerOf({ socket }: RequestOrigin): string {
  return socket.remoteAddress ?? 'unknown';
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}
