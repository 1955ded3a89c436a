/** @module Parses a cookie from a Set-Cookie field (RFC 6265 section 5.2, prefixes of RFC 6265bis). */

/** A cookie of one device. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Milliseconds since 1970; undefined for a session cookie. */
  readonly expiresAtMs: number | undefined;
  /** Whether it is hidden from scripts of the page. */
  readonly isHttpOnly: boolean;
}

/** The origin of a cookie. */
export interface CookieSource {
  readonly host: string;
  /** The requested path. */
  readonly path: string;
  readonly nowMs: number;
}

/** Largest name and value together, in bytes. RFC 6265 section 6.1. */
const MAX_BYTES = 4096;

/** Longest life. RFC 6265bis section 5.5. */
const MAX_LIFE_MS = 400 * 24 * 60 * 60 * 1000;

/** Control characters. */
const CONTROL = /\p{Cc}/u;

/** Parses a Set-Cookie field; undefined if it must be ignored. */
export function parseCookie(text: string, { host, path, nowMs }: CookieSource): Cookie | undefined {
  if (CONTROL.test(text)) return undefined;
  const [pair = '', ...rest] = text.split(';');
  const equals = pair.indexOf('=');
  const name = equals === -1 ? '' : pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  if ((name === '' && value === '') || name.length + value.length > MAX_BYTES) return undefined;
  const attributes = new Map(rest.map(parseAttribute));
  if (!isForHost(attributes.get('domain'), host)) return undefined;
  const cookie: Cookie = {
    name,
    value,
    path: pathOf(attributes.get('path'), path),
    expiresAtMs: expiryOf(attributes, nowMs),
    isHttpOnly: attributes.has('httponly'),
  };
  return keepsItsPrefix(cookie, attributes) ? cookie : undefined;
}

/** Whether a requested path matches a cookie's path (RFC 6265 section 5.1.4). */
export function pathMatches(asked: string, path: string): boolean {
  if (asked === path) return true;
  return asked.startsWith(path) && (path.endsWith('/') || asked.charAt(path.length) === '/');
}

function parseAttribute(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

/** A cookie for a parent domain is kept for this host alone; one for another host is ignored. */
function isForHost(domain: string | undefined, host: string): boolean {
  const wanted = (domain ?? '').toLowerCase().replace(/^\./u, '');
  return wanted === '' || host === wanted || host.endsWith(`.${wanted}`);
}

function pathOf(wanted: string | undefined, asked: string): string {
  if (wanted?.startsWith('/') === true) return wanted;
  const end = asked.lastIndexOf('/');
  return end <= 0 ? '/' : asked.slice(0, end);
}

function expiryOf(attributes: ReadonlyMap<string, string>, nowMs: number): number | undefined {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/u.test(maxAge)) {
    const lifeMs = Number(maxAge) * 1000;
    return lifeMs <= 0 ? 0 : nowMs + Math.min(lifeMs, MAX_LIFE_MS);
  }
  const expires = Date.parse((attributes.get('expires') ?? '').replaceAll('-', ' '));
  return Number.isNaN(expires) ? undefined : Math.min(expires, nowMs + MAX_LIFE_MS);
}

/** The connection to the device always counts as secure. */
function keepsItsPrefix({ name, path }: Cookie, attributes: ReadonlyMap<string, string>): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith('__host-'))
    return attributes.has('secure') && !attributes.get('domain') && path === '/';
  return !lower.startsWith('__secure-') || attributes.has('secure');
}
