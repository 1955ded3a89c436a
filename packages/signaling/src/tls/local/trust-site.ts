/** @module Answers on the plain port of a service with its own authority, and the probe on its https port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authority } from './authority.ts';
import { AUTHORITY_PATH, TRUST_PROBE_PATH, trustPage, trustPageHeaders } from './trust-page.ts';

/** Options of {@link answerTrustSite}. */
export interface TrustSite {
  readonly authority: Pick<Authority, 'der' | 'fingerprint'>;
  readonly hostName: string;
  /** https origins of the service, that of its host name first. */
  readonly origins: readonly string[];
}

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Serves the page and the certificate; other paths lead to the page. */
export function answerTrustSite(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, hostName, origins }: TrustSite,
): void {
  const { method, url = '/', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...COMMON_HEADERS, allow: 'GET, HEAD' }).end();
    return;
  }
  const path = url.split('?', 1)[0];
  if (path === AUTHORITY_PATH) {
    response.writeHead(200, { ...COMMON_HEADERS, 'content-type': 'application/x-x509-ca-cert' });
    response.end(new Uint8Array(authority.der));
    return;
  }
  if (path !== '/') {
    response.writeHead(302, { ...COMMON_HEADERS, location: '/' }).end();
    return;
  }
  const origin = originFor(headers.host, origins);
  response.writeHead(200, { ...COMMON_HEADERS, ...trustPageHeaders(origin), vary: 'accept-language, host' });
  const acceptLanguage = headers['accept-language'];
  response.end(trustPage({ origin, hostName, fingerprint: authority.fingerprint, acceptLanguage }));
}

/** Answers the page's probe on the https port; returns false for other requests and leaves them alone. */
export function answerTrustProbe({ url }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== TRUST_PROBE_PATH) return false;
  response.writeHead(204, { ...COMMON_HEADERS, 'cross-origin-resource-policy': 'cross-origin' }).end();
  return true;
}

/** The origin with the host of the request if the certificate covers it, else with the host name. */
function originFor(host: string | undefined, origins: readonly string[]): string {
  const asked = URL.parse(`http://${host ?? ''}`)?.hostname;
  return origins.find((origin) => new URL(origin).hostname === asked) ?? origins[0] ?? '';
}
