/** @module The clock of Redis, as this node knows it: the one clock that all nodes have in common. */

/** One look at both clocks, in milliseconds. */
export interface ClockSample {
  /** By this node's clock, when Redis was asked and when it had answered. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** By the clock of Redis, in between. */
  readonly redisTime: number;
}

/** A sample loses so much of its worth with each one that follows, in milliseconds: clocks drift. */
const AGING_MS = 1;

/** Keeps the difference by the sample whose answer came quickest. */
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

  /** A time of this node's clock by the clock of Redis. */
  at(time: number): number {
    return Math.round(time + this.#offset);
  }
}
