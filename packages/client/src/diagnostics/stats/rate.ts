/** @module What two readings of a counter say; nothing, where it went backwards or no time has passed. */

const MS = 1000;
const BITS = 8;

/** Shortest time that a rate is told of, in milliseconds: clocks of browsers are no finer. */
const MIN_ELAPSED_MS = 1;

/** By how much a counter rose; undefined where it began again. */
export function growth(now: number, before: number): number | undefined {
  return now >= before ? now - before : undefined;
}

/** How fast a counter rises. */
export function perSecond(now: number, before: number, elapsedMs: number): number | undefined {
  const more = growth(now, before);
  return more === undefined || elapsedMs < MIN_ELAPSED_MS ? undefined : (more * MS) / elapsedMs;
}

/** How fast bytes go, in bits a second. */
export function bitsPerSecond(now: number, before: number, elapsedMs: number): number | undefined {
  const bytes = perSecond(now, before, elapsedMs);
  return bytes === undefined ? undefined : bytes * BITS;
}

/** A part of a whole, from 0 to 1; undefined where there was nothing to lose. */
export function shareOf(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined;
  return Math.min(1, part / whole);
}
