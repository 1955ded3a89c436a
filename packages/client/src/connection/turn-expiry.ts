/** @module When the credentials of ICE servers end. */
import type { IceServer } from '@longwire/protocol';

/** Credentials of a kind that does not say when it ends are taken to be good for so long, in milliseconds. */
const UNSAID_LIFE_MS = 5 * 60_000;

/** Servers without credentials are taken to stay what they are for so long, in milliseconds. */
const OPEN_LIFE_MS = 24 * 60 * 60_000;

/** A name that begins with its expiry in seconds since 1970, as coturn's `use-auth-secret` has it. */
const TIMED_NAME = /^(\d{9,11})(?::|$)/u;

/** When the first of these servers' credentials ends, in milliseconds since 1970. */
export function expiryOf(iceServers: readonly IceServer[], nowMs: number): number {
  const ends = iceServers.map(({ username }) => {
    if (username === undefined) return nowMs + OPEN_LIFE_MS;
    const seconds = TIMED_NAME.exec(username)?.[1];
    return seconds === undefined ? nowMs + UNSAID_LIFE_MS : Number(seconds) * 1000;
  });
  return Math.min(nowMs + OPEN_LIFE_MS, ...ends);
}
