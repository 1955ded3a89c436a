/** @module Rates, made of counters that are read now and then. */

import type { AnswerOf } from './api.ts';

/** One reading. */
export type Counts = AnswerOf<'GET /live/counts'>;

/** What happened between two readings. */
export interface RatePoint {
  readonly atMs: number;
  readonly devices: number;
  readonly sessions: number;
  /** A second; `undefined` where there is no earlier reading of the same process. */
  readonly messages: number | undefined;
  /** A minute. */
  readonly logins: number | undefined;
  /** A minute. */
  readonly refusedLogins: number | undefined;
}

/** Points that are kept. Reason: at one in two seconds, five minutes. */
const MAX_POINTS = 150;

/** Makes points of readings. Nodes count each for itself, so a reading is compared with the last one of the same process. */
export class Rates {
  readonly #last = new Map<string, Counts>();
  #points: readonly RatePoint[] = [];

  get points(): readonly RatePoint[] {
    return this.#points;
  }

  /** Takes the next reading. */
  add(counts: Counts): readonly RatePoint[] {
    const before = this.#last.get(counts.counter);
    this.#last.set(counts.counter, counts);
    const atMs = Date.parse(counts.at);
    const seconds = before === undefined ? 0 : (atMs - Date.parse(before.at)) / 1000;
    const rate = (name: keyof Counts['totals'], perSeconds: number): number | undefined =>
      before === undefined || seconds <= 0
        ? undefined
        : ((counts.totals[name] - before.totals[name]) / seconds) * perSeconds;
    const point = {
      atMs,
      devices: counts.devices,
      sessions: counts.sessions,
      messages: rate('messages', 1),
      logins: rate('logins', 60),
      refusedLogins: rate('refusedLogins', 60),
    };
    this.#points = [...this.#points, point].slice(-MAX_POINTS);
    return this.#points;
  }
}
