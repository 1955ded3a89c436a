/** @module Estimates Redis's clock, the only clock that all nodes share. */

/** One reading of both clocks, in milliseconds. */
export interface ClockSample {
  /** Local times of the request and of the reply. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Redis's time in between, rounded down. */
  readonly redisTime: number;
}

/** Keeps an offset until a sample proves it wrong: clocks drift, are set, and differ between servers. */
export class RedisTime {
  #offset = 0;

  learn({ askedAt, answeredAt, redisTime }: ClockSample): void {
    const isPossible = this.#offset >= redisTime - answeredAt && this.#offset <= redisTime + 1 - askedAt;
    if (!isPossible) this.#offset = redisTime - (askedAt + answeredAt) / 2;
  }

  /** Converts a local time to Redis's clock. */
  at(time: number): number {
    return Math.round(time + this.#offset);
  }
}
