/** @module A token bucket: a steady rate with bursts. */

/** What a bucket holds and how fast it fills again. */
export interface TokenBucketOptions {
  readonly perSecond: number;
  readonly burst: number;
  readonly now: () => number;
}

/** Counts what somebody may still do; pure but for the clock that it is given. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  #tokens: number;
  #filledAt: number;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAt = options.now();
  }

  /** Takes one token; false when there is none. */
  take(): boolean {
    const { perSecond, burst, now } = this.#options;
    const at = now();
    const earned = (Math.max(0, at - this.#filledAt) * perSecond) / 1000;
    this.#tokens = Math.min(burst, this.#tokens + earned);
    this.#filledAt = at;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
