/** @module A token bucket: so many at once, so many a second after that. The time comes in as an argument. */

/** How much a bucket holds and how fast it fills again. */
export interface BucketRate {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** Counts what has been used up. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #countedAtMs: number;

  constructor(rate: BucketRate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = rate.capacity;
    this.#countedAtMs = nowMs;
  }

  /** Whether a whole token is there. */
  hasToken(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= 1;
  }

  /** Whether it is as good as new. */
  isFull(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= this.#rate.capacity;
  }

  /** Uses up a token, or so many, if they are there; false, and nothing is used up, when they are not. */
  take(nowMs: number, count = 1): boolean {
    this.#refill(nowMs);
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Uses up a token, or what is left of one. */
  spend(nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  /** A clock that goes backwards fills nothing. */
  #refill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#countedAtMs);
    this.#countedAtMs = nowMs;
    this.#tokens = Math.min(
      this.#rate.capacity,
      this.#tokens + (elapsedMs / 1000) * this.#rate.refillPerSecond,
    );
  }
}
