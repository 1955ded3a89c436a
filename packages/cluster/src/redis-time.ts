/** @module Estimates Redis's clock, the only clock that all nodes share. */

/** One reading of both clocks, in milliseconds. */
export interface ClockSample {
  /** Local times of the request and of the reply. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Redis's time in between. */
  readonly redisTime: number;
}

/** Penalty per later sample, in milliseconds, because clocks drift. */
const AGING_MS = 1;

/** Keeps the offset of the sample with the shortest round trip. */
export class RedisTime {
  #offset = 0;
  #roundTripMs = Number.POSITIVE_INFINITY;

  learn({ askedAt, answeredAt, redisTime }: ClockSample): void {
    const roundTripMs = answeredAt - askedAt;
    this.#roundTripMs += AGING_MS;
    if (roundTripMs > this.#roundTripMs) return;
    this.#roundTripMs = roundTripMs;
    this.#offset = redisTime - (askedAt + answeredAt) / 2;
  }

  /** Forgets all samples: another server, with a clock of its own, may reply from now on. */
  forget(): void {
    this.#roundTripMs = Number.POSITIVE_INFINITY;
  }

  /** Converts a local time to Redis's clock. */
  at(time: number): number {
    return Math.round(time + this.#offset);
  }
}
