/** @module Converts between request paths and link targets, which are percent-encoded. */
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';

/** Characters that need no encoding in a path (RFC 3986 section 3.3, and the slash between segments). */
const PATH_CHARACTER = /[A-Za-z0-9\-._~!$&'()*+,;=:@/]/u;

/** Stays encoded: a decoded slash in a name would become a separator. */
const ENCODED_SLASH = '2f';

/** The link target of a request path, in which nothing is encoded. */
export function targetOfPath(path: string): string {
  return Array.from(path, (character) =>
    PATH_CHARACTER.test(character) ? character : percentEncoded(character),
  ).join('');
}

/** The request path of a link target; undefined for another host's or a relative one. */
export function pathOfTarget(target: string): string | undefined {
  if (!target.startsWith('/') || target.startsWith('//')) return undefined;
  return target.replace(/(?:%[0-9a-f]{2})+/giu, (run) => decodedRun(run));
}

function percentEncoded(character: string): string {
  const bytes = Array.from(utf8Encode(character));
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Escapes that are not UTF-8, and those of a slash, stay encoded. */
function decodedRun(run: string): string {
  const escapes = run.slice(1).split('%');
  if (escapes.some((escape) => escape.toLowerCase() === ENCODED_SLASH)) return run;
  const bytes = Uint8Array.from(escapes, (escape) => Number.parseInt(escape, 16));
  const text = utf8Decode(bytes);
  return percentEncoded(text) === run.toUpperCase() ? text : run;
}
