/** @module The token for reading /metrics. */
import { EdgeError } from '@longwire/protocol';

/** Shortest token, in characters. Reason: its length is the only protection against guessing. */
const MIN_LENGTH = 16;

/** Checks a token and returns it. @throws EdgeError ERR_CONFIG */
export function parseMetricsToken(text: string): string {
  if (text.length >= MIN_LENGTH) return text;
  throw new EdgeError('ERR_CONFIG', `metrics token is too short: want at least ${MIN_LENGTH} characters`);
}
