/** @module Removes tokens, passwords and addresses from text that leaves the page by a copy button. */

const HIDDEN = '[hidden]';
const ADDRESS = '[address]';

const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/gu;
const IPV6 = /\[?(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])\]?/giu;
/** Names that browsers show instead of a local address (RFC 6762). */
const MDNS = /\b[\w-]+\.local\b/giu;
/** Tokens of the service, and JWTs (RFC 7519). */
const TOKENS: readonly RegExp[] = [/\blw_[\w-]+/gu, /\beyJ[\w-]+(?:\.[\w-]+)*/gu];
/** A secret by the name before it, as in a link, a query or an object. */
const NAMED = /\b((?:sct|jwt|pwd|pass(?:word)?|token|secret|credential)"?\s*[=:]\s*"?)(?!\[)[^\s"&,;}]+/giu;

/** Shortest secret to search for: shorter texts occur in any sentence. */
const MIN_SECRET_LENGTH = 4;

/** The text without secrets; `secrets` are removed whatever they look like. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  for (const secret of longestFirst) {
    if (secret.length >= MIN_SECRET_LENGTH) shown = shown.replaceAll(secret, HIDDEN);
  }
  for (const token of TOKENS) shown = shown.replaceAll(token, HIDDEN);
  return shown
    .replaceAll(NAMED, `$1${HIDDEN}`)
    .replaceAll(IPV4, ADDRESS)
    .replaceAll(IPV6, ADDRESS)
    .replaceAll(MDNS, ADDRESS);
}
