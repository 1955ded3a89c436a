/** @module When the credentials of ICE servers expire. */
import type { IceServer } from '@longwire/protocol';

/** Assumed lifetime of credentials that do not contain their expiry, in milliseconds. */
const UNSAID_LIFE_MS = 5 * 60_000;

/** How long servers without credentials are kept, in milliseconds: they do not expire, but may move. */
const OPEN_LIFE_MS = 30 * 24 * 60 * 60_000;

/** A user name that starts with its expiry in seconds since 1970, as with coturn's `use-auth-secret`. */
const TIMED_NAME = /^(\d{9,11})(?::|$)/u;

/** When the first of these servers' credentials expires, in milliseconds since 1970. */
export function expiryOf(iceServers: readonly IceServer[], nowMs: number): number {
  const ends = iceServers.map(({ username }) => {
    if (username === undefined) return nowMs + OPEN_LIFE_MS;
    const seconds = TIMED_NAME.exec(username)?.[1];
    return seconds === undefined ? nowMs + UNSAID_LIFE_MS : Number(seconds) * 1000;
  });
  return Math.min(nowMs + OPEN_LIFE_MS, ...ends);
}
