/** @module Limits password attempts per network and per name. */
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/** Attempts per network. Reason: a person mistypes a few times; a program has to wait. */
const NETWORK_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 10 };

/**
 * Attempts per name from networks where its owner never logged in. Reason: 2,880 guesses a day find no
 * password of twelve characters.
 */
const NAME_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 30 };

/** Most buckets. Reason: an attacker can invent names and addresses; a bucket takes about 200 bytes. */
const MAX_BUCKETS = 10_000;

/** One password attempt. */
export interface LoginAttempt {
  readonly name: string;
  /** The network it comes from. */
  readonly network: string;
  /**
   * Whether the name's owner has logged in from this network before; called only when the name's attempts are
   * used up.
   */
  readonly isFamiliarNetwork: () => Promise<boolean>;
}

/** Whether an attempt is allowed; `isFirst` marks the first of consecutive refusals. */
export type ThrottleVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number; readonly isFirst: boolean };

/**
 * Limits attempts. Anyone can use up the attempts for a name, so they apply only to networks where its owner
 * never logged in: at a familiar network, only others behind the same address can lock the owner out.
 */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #networks: Buckets;
  readonly #names: Buckets;

  constructor(now: () => number) {
    this.#now = now;
    this.#networks = new Buckets(NETWORK_RATE);
    this.#names = new Buckets(NAME_RATE);
  }

  /** Counts one attempt. */
  async take({ name, network, isFamiliarNetwork }: LoginAttempt): Promise<ThrottleVerdict> {
    const byNetwork = this.#networks.take(network, this.#now());
    if (byNetwork.kind === 'throttled') return byNetwork;
    const byName = this.#names.take(name, this.#now());
    if (byName.kind === 'open' || (await isFamiliarNetwork())) return { kind: 'open' };
    return byName;
  }
}

interface Bucket {
  readonly tokens: TokenBucket;
  wasRefused: boolean;
}

/** Token buckets by key; the least recently used are dropped when there are too many. */
export class Buckets {
  readonly #rate: BucketRate;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one token of `key`. */
  take(key: string, nowMs: number): ThrottleVerdict {
    const bucket = this.#buckets.get(key) ?? {
      tokens: new TokenBucket(this.#rate, nowMs),
      wasRefused: false,
    };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    this.#forgetOldest();
    const isFirst = !bucket.wasRefused;
    bucket.wasRefused = !bucket.tokens.take(nowMs);
    if (!bucket.wasRefused) return { kind: 'open' };
    return { kind: 'throttled', retryAfterSeconds: 1 / this.#rate.refillPerSecond, isFirst };
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= MAX_BUCKETS) return;
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}
