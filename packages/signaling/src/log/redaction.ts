/** @module Fields that are never logged, and the logged form of a request's address. */

const SECRET_KEYS = [
  'sct',
  'jwt',
  'token',
  'password',
  'pwd',
  'credential',
  'authorization',
  'cookie',
  'sdp',
  'candidate',
  'message',
  'data',
];

/**
 * Redaction paths for the logger, three levels deep: no code logs such fields today, and code added later
 * cannot either.
 */
export const REDACTED_PATHS: string[] = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** A secret issued by the service in place of its id: `lw_<id>_<secret>`. */
const OWN_SECRET = /(lw[a-z]?_[0-9a-f]+)_[A-Za-z0-9_%-]{16,}/g;

/**
 * A request's path without query, because a pairing link's query may hold secrets; tokens in the path are cut
 * to their id.
 */
export function loggedPath(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(OWN_SECRET, '$1_[Redacted]');
}

/** Log fields of an HTTP request. */
export function requestFields(
  { method, url }: { readonly method: string; readonly url: string },
  address: string,
): Readonly<Record<string, string>> {
  return { method, path: loggedPath(url), address };
}
