/** @module Rates from two readings of a counter; undefined if the counter went backwards or no time has passed. */

const MS = 1000;
const BITS = 8;

/** Shortest interval for a rate, in milliseconds: browser clocks have no finer resolution. */
const MIN_ELAPSED_MS = 1;

/** The increase of a counter; undefined if it was reset. */
export function growth(now: number, before: number): number | undefined {
  return now >= before ? now - before : undefined;
}

/** The increase of a counter per second. */
export function perSecond(now: number, before: number, elapsedMs: number): number | undefined {
  const more = growth(now, before);
  return more === undefined || elapsedMs < MIN_ELAPSED_MS ? undefined : (more * MS) / elapsedMs;
}

/** The rate of a byte counter, in bits per second. */
export function bitsPerSecond(now: number, before: number, elapsedMs: number): number | undefined {
  const bytes = perSecond(now, before, elapsedMs);
  return bytes === undefined ? undefined : bytes * BITS;
}

/** The ratio of a part to the whole, from 0 to 1; undefined if the whole is empty. */
export function shareOf(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined;
  return Math.min(1, part / whole);
}
