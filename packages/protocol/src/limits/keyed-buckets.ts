/** @module One token bucket per key, in bounded memory. */
import { TokenBucket, type BucketRate } from './token-bucket.ts';

/** Whether a token was taken; `refused` is the first refusal since the bucket was full, `still-refused` the following ones. */
export type TakeVerdict = 'taken' | 'refused' | 'still-refused';

interface Entry {
  readonly bucket: TokenBucket;
  wasRefused: boolean;
}

/** Options of {@link KeyedBuckets}. */
export interface KeyedBucketsOptions {
  readonly rate: BucketRate;
  /** Most keys at once; the least recently used one is dropped. An entry takes a few hundred bytes. */
  readonly maxKeys: number;
}

/** Buckets by key; the bucket of a new key is full. */
export class KeyedBuckets {
  readonly #options: KeyedBucketsOptions;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: KeyedBucketsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether a key is stored. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Whether a key's bucket has a token. */
  hasToken(key: string, nowMs: number): boolean {
    return this.#entries.get(key)?.bucket.hasToken(nowMs) ?? true;
  }

  /** Stores a key as the most recently used one. */
  touch(key: string, nowMs: number): void {
    this.#use(key, nowMs);
  }

  /** Takes one token from a key's bucket, or the remaining fraction of one. */
  spend(key: string, nowMs: number): void {
    this.#use(key, nowMs).bucket.spend(nowMs);
  }

  /** Takes one token from a key's bucket if it has one. */
  take(key: string, nowMs: number): TakeVerdict {
    const entry = this.#use(key, nowMs);
    if (entry.bucket.isFull(nowMs)) entry.wasRefused = false;
    if (entry.bucket.take(nowMs)) return 'taken';
    const verdict = entry.wasRefused ? 'still-refused' : 'refused';
    entry.wasRefused = true;
    return verdict;
  }

  #use(key: string, nowMs: number): Entry {
    const { rate, maxKeys } = this.#options;
    const entry = this.#entries.get(key) ?? { bucket: new TokenBucket(rate, nowMs), wasRefused: false };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.size > maxKeys ? this.#entries.keys() : [];
    if (oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}
