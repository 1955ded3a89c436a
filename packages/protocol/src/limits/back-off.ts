/** @module The wait before another attempt: exponential with full jitter, so that a thousand clients do not return at the same moment. */

/** The wait before an attempt: `floorMs` plus a random share of a bound that doubles from `baseMs` up to `capMs`. In milliseconds. */
export interface BackOff {
  readonly floorMs: number;
  readonly baseMs: number;
  readonly capMs: number;
}

/** After this many doublings every bound has reached its cap. */
const MAX_DOUBLINGS = 30;

/** The wait after a number of failures in a row (1 for the first), in milliseconds; `random` is from 0 to below 1. */
export function backOffMs({ floorMs, baseMs, capMs }: BackOff, inRow: number, random: number): number {
  const doubled = baseMs * 2 ** Math.min(Math.max(inRow - 1, 0), MAX_DOUBLINGS);
  return Math.round(floorMs + random * Math.min(capMs, doubled));
}
