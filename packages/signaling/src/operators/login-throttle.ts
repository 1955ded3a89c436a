/** @module How often a password may be tried: for each network, and for each name. */
import { TokenBucket, type BucketRate } from '@longwire/protocol';

/** Tries of one network. Reason: a person mistypes a few times; a program has to wait. */
const NETWORK_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 10 };

/** Tries for one name from networks where its owner never logged in. Reason: 2,880 guesses a day find no password of twelve characters. */
const NAME_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 30 };

/** Buckets that are kept. Reason: names and addresses are free to invent; a bucket takes about 200 bytes. */
const MAX_BUCKETS = 10_000;

/** One try of a password. */
export interface LoginAttempt {
  readonly name: string;
  /** The network that it comes from. */
  readonly network: string;
  /** Whether the owner of the name logged in from this network before; asked only when the name's tries are used up. */
  readonly isKnownNetwork: () => Promise<boolean>;
}

/** Whether a try may be made; `isFirst` of several refusals in a row. */
export type ThrottleVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number; readonly isFirst: boolean };

/**
 * Counts tries. The tries for a name can be used up by anybody, so they bind only networks that the owner never logged in from: from
 * where it once did, the owner is held up by nobody but those behind the same address.
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

  /** Counts one try. */
  async take({ name, network, isKnownNetwork }: LoginAttempt): Promise<ThrottleVerdict> {
    const byNetwork = this.#networks.take(network, this.#now());
    if (byNetwork.kind === 'throttled') return byNetwork;
    const byName = this.#names.take(name, this.#now());
    if (byName.kind === 'open' || (await isKnownNetwork())) return { kind: 'open' };
    return byName;
  }
}

interface Bucket {
  readonly tokens: TokenBucket;
  wasRefused: boolean;
}

/** Token buckets by key; those used longest ago are forgotten when there are too many. */
export class Buckets {
  readonly #rate: BucketRate;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Uses up one of `key`'s. */
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
