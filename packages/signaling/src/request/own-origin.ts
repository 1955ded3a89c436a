/** @module Which pages are the service's own, and whether a request came over a way that nobody reads. */
import type { IncomingHttpHeaders } from 'node:http';

/** Names of this machine: browsers take a page from there for secure without TLS. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether a page of `origin` was served under the host that this request names, or under the service's public address. */
export function isOwnOrigin(origin: string, headers: IncomingHttpHeaders, publicUrl?: string): boolean {
  const url = URL.parse(origin);
  if (url === null || url.host === '') return false;
  if (publicUrl !== undefined && URL.parse(publicUrl)?.origin === url.origin) return true;
  return headers.host !== undefined && url.host === headers.host.toLowerCase();
}

/** Whether the request names this machine itself as its host. */
export function isLocalHost(headers: IncomingHttpHeaders): boolean {
  return LOCAL_HOST.test(headers.host ?? '');
}

/** How the service is reached from outside. */
export interface PublicSide {
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  /** The service ends TLS itself. */
  readonly hasTls: boolean;
}

/** Whether the browser's end of the way is TLS, or this machine. */
export function isSecure(
  headers: IncomingHttpHeaders,
  { publicUrl, trustProxy, hasTls }: PublicSide,
): boolean {
  if (isLocalHost(headers)) return true;
  const last = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',').at(-1)?.trim();
  if (trustProxy && last !== undefined && last !== '') return last.toLowerCase() === 'https';
  if (hasTls) return true;
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  return url !== null && url.protocol === 'https:' && url.host === headers.host?.toLowerCase();
}
