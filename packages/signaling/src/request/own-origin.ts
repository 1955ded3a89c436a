/** @module Recognizes the service's own pages, and requests over secure connections. */
import type { IncomingHttpHeaders } from 'node:http';

/** Hosts of this machine, which browsers treat as secure without TLS. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether `origin` is the host of this request or the service's public address. */
export function isOwnOrigin(origin: string, headers: IncomingHttpHeaders, publicUrl?: string): boolean {
  const url = URL.parse(origin);
  if (url === null || url.host === '') return false;
  if (publicUrl !== undefined && URL.parse(publicUrl)?.origin === url.origin) return true;
  return headers.host !== undefined && url.host === headers.host.toLowerCase();
}

/** Whether the request's host is this machine. */
export function isLocalHost(headers: IncomingHttpHeaders): boolean {
  return LOCAL_HOST.test(headers.host ?? '');
}

/** How the service is reached from outside. */
export interface PublicEndpoint {
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  /** The service terminates TLS itself. */
  readonly hasTls: boolean;
}

/** Whether the browser's connection uses TLS or stays on this machine. */
export function isSecure(
  headers: IncomingHttpHeaders,
  { publicUrl, trustProxy, hasTls }: PublicEndpoint,
): boolean {
  if (isLocalHost(headers)) return true;
  const last = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',').at(-1)?.trim();
  if (trustProxy && last !== undefined && last !== '') return last.toLowerCase() === 'https';
  if (hasTls) return true;
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  return url !== null && url.protocol === 'https:' && url.host === headers.host?.toLowerCase();
}
