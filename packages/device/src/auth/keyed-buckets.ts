/** @module One token bucket per name, in bounded memory. */
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/** Most names that are counted at once. Reason: a few hundred bytes each, and more than strangers can use before the first bucket is full again (`DEFAULT_LOGIN_RATES`). */
const MAX_BUCKETS = 2048;

/** Buckets by name; the bucket of a new name is full. */
export class KeyedBuckets {
  readonly #rate: BucketRate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** Whether a name's bucket has a token left. */
  hasToken(key: string, nowMs: number): boolean {
    return this.#buckets.get(key)?.hasToken(nowMs) ?? true;
  }

  /** Takes one token from a name's bucket. */
  spend(key: string, nowMs: number): void {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#rate, nowMs);
    bucket.spend(nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#forget(nowMs);
  }

  /** Removes full buckets, which equal new ones; without any, the one unused for longest. */
  #forget(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key);
    if (this.#buckets.size <= MAX_BUCKETS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
