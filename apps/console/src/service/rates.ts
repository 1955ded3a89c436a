/** @module Computes rates from counters that are read at intervals. */

import type { AnswerOf } from './api/api.ts';

/** One reading. */
export type Counts = AnswerOf<'GET /live/counts'>;

/** The rates up to a reading. */
export interface RatePoint {
  readonly atMs: number;
  readonly devices: number;
  readonly sessions: number;
  /** Messages a second since the previous reading; `undefined` without an earlier reading of the same process. */
  readonly messages: number | undefined;
  /** Logins in the last minute, or in the known part of it; `undefined` as above. */
  readonly logins: number | undefined;
  /** Refused logins in the last minute, as above. */
  readonly refusedLogins: number | undefined;
  /** How much of the last minute is known, in seconds. */
  readonly knownSeconds: number;
}

/** Points that are kept. Reason: at one in two seconds, five minutes. */
const MAX_POINTS = 150;

/** The period over which logins are counted. */
export const MINUTE_SECONDS = 60;

/** Turns readings into points. Each node has its own counters, so a reading is compared with readings of the same process. */
export class Rates {
  /** By process, oldest first: the readings of the last minute, and the one before them. */
  readonly #readings = new Map<string, readonly Counts[]>();
  #points: readonly RatePoint[] = [];

  get points(): readonly RatePoint[] {
    return this.#points;
  }

  /** Adds a reading. */
  add(counts: Counts): readonly RatePoint[] {
    const earlier = (this.#readings.get(counts.counter) ?? []).filter(
      (reading) => secondsBetween(reading, counts) > 0,
    );
    const start = earlier.findLastIndex((reading) => secondsBetween(reading, counts) >= MINUTE_SECONDS);
    const recent = earlier.slice(Math.max(0, start));
    this.#readings.set(counts.counter, [...recent, counts]);
    const [minuteAgo, last] = [recent[0], recent.at(-1)];
    const seconds = minuteAgo === undefined ? 0 : secondsBetween(minuteAgo, counts);
    // A shorter period is never extrapolated to a minute, which would multiply a single login. A longer one is averaged.
    const inMinute = (name: keyof Counts['totals']): number | undefined =>
      minuteAgo === undefined
        ? undefined
        : (growth(name, minuteAgo, counts) * MINUTE_SECONDS) / Math.max(MINUTE_SECONDS, seconds);
    const point = {
      atMs: Date.parse(counts.at),
      devices: counts.devices,
      sessions: counts.sessions,
      messages:
        last === undefined ? undefined : growth('messages', last, counts) / secondsBetween(last, counts),
      logins: inMinute('logins'),
      refusedLogins: inMinute('refusedLogins'),
      knownSeconds: Math.min(seconds, MINUTE_SECONDS),
    };
    this.#points = [...this.#points, point].slice(-MAX_POINTS);
    return this.#points;
  }
}

function secondsBetween(before: Counts, after: Counts): number {
  return (Date.parse(after.at) - Date.parse(before.at)) / 1000;
}

function growth(name: keyof Counts['totals'], before: Counts, after: Counts): number {
  return after.totals[name] - before.totals[name];
}
