/** @module A token bucket: a burst first, then a steady rate. The time comes in as an argument. */

/** The capacity of a bucket and its refill rate. */
export interface BucketRate {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** Counts the tokens used. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #countedAtMs: number;

  constructor(rate: BucketRate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = rate.capacity;
    this.#countedAtMs = nowMs;
  }

  /** Whether a whole token is available. */
  hasToken(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= 1;
  }

  /** Whether the bucket is full. */
  isFull(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= this.#rate.capacity;
  }

  /** Takes `count` tokens if available; returns false and takes none otherwise. */
  take(nowMs: number, count = 1): boolean {
    this.#refill(nowMs);
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes a token, or the remaining fraction of one. */
  spend(nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  /** A clock that goes backwards refills nothing. */
  #refill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#countedAtMs);
    this.#countedAtMs = nowMs;
    this.#tokens = Math.min(
      this.#rate.capacity,
      this.#tokens + (elapsedMs / 1000) * this.#rate.refillPerSecond,
    );
  }
}
