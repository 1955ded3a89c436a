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

/** A request's path without query: a pairing link may have been typed with its secrets in the query. */
export function loggedPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}
