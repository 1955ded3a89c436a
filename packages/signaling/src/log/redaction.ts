/** @module Which fields of a log line are never written, and how a request's address is. */

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

/** Paths for the logger's redaction, three levels deep: nothing of ours logs such a field, and nothing that is added later can. */
export const REDACTED_PATHS: string[] = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** A secret of the service's own making where only its id belongs: `lw_<id>_<secret>`. */
const OWN_SECRET = /(lw[a-z]?_[0-9a-f]+)_[A-Za-z0-9_%-]{16,}/g;

/** A request's path without query, as a pairing link may have been typed with its secrets in the query; a whole token in the path loses its secret. */
export function loggedPath(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(OWN_SECRET, '$1_[Redacted]');
}

/** What the log says of an HTTP request. */
export function requestFields(
  { method, url }: { readonly method: string; readonly url: string },
  address: string,
): Readonly<Record<string, string>> {
  return { method, path: loggedPath(url), address };
}
