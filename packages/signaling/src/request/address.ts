/** @module Client addresses, and the networks that limits apply to. */
import type { IncomingHttpHeaders } from 'node:http';

/** The part of a request that determines its origin. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Addresses of requests whose socket may no longer report one later. */
const noted = new WeakMap<object, string>();

/** Records the address of a request: an HTTP/2 socket loses it when the connection ends. */
export function noteAddress(request: RequestOrigin): void {
  noted.set(request, peerOf(request));
}

/** The network of an address: an IPv4 address itself, the /64 of an IPv6 address. */
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

/** The site of a network: the /48 of an IPv6 network, an IPv4 address itself. */
export function siteOf(network: string): string {
  return network.split(':', 3).join(':');
}

/** The client's address; behind a trusted proxy, the one that the proxy appended last. */
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
