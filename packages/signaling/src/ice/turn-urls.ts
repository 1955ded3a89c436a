/** @module TURN URLs as configured by an operator (RFC 7065 section 3.1). */
import { EdgeError } from '@longwire/protocol';

/** Most URLs. Reason: a browser creates an allocation at each of them for every session. */
export const MAX_TURN_URLS = 8;

const TURN_URL = /^turns?:(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?(?:\?transport=(?:udp|tcp))?$/iu;

/** Parses comma-separated URLs. @throws EdgeError ERR_ICE_SERVERS */
export function parseTurnUrls(text: string): string[] {
  const urls = text.split(',').map((url) => url.trim());
  if (urls.length > MAX_TURN_URLS) throw invalid(`up to ${MAX_TURN_URLS}, got ${urls.length}`);
  for (const url of urls) checkTurnUrl(url);
  return urls;
}

/** Validates one URL. @throws EdgeError ERR_ICE_SERVERS */
export function checkTurnUrl(url: string): void {
  const match = TURN_URL.exec(url);
  const port = Number(match?.[1] ?? 3478);
  if (match === null || port < 1 || port > 65_535)
    throw invalid('such as turn:turn.example:3478?transport=udp');
}

function invalid(expected: string): EdgeError {
  return new EdgeError('ERR_ICE_SERVERS', `cannot parse TURN URLs: want ${expected}`);
}
