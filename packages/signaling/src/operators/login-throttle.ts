/** @module Limits password attempts per network, per site and per name. */
import { KeyedBuckets, type BucketRate, type TakeVerdict } from '@longwire/protocol';
import { siteOf } from '../request/address.ts';

/** Attempts per network. Reason: a person mistypes a few times; a program has to wait. */
const NETWORK_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 10 };

/**
 * Attempts per site. Reason: a household has 256 IPv6 networks and a tunnel 65,536, the service checks eight
 * passwords a second, and 34 at once fill its queue.
 */
const SITE_RATE: BucketRate = { capacity: 30, refillPerSecond: 1 / 2 };

/**
 * Attempts per name from networks where its owner never logged in. Reason: 2,880 guesses a day find no
 * password of twelve characters.
 */
const NAME_RATE: BucketRate = { capacity: 10, refillPerSecond: 1 / 30 };

/** Most names, networks and sites that are counted at once. Reason: an attacker can invent them. */
const MAX_KEYS = 10_000;

/** One password attempt. */
export interface LoginAttempt {
  readonly name: string;
  /** The network it comes from. */
  readonly network: string;
  /**
   * Whether the name's owner has logged in from this network before; called only when the attempts of the name
   * or the site are used up.
   */
  readonly isFamiliarNetwork: () => Promise<boolean>;
}

/** Whether an attempt is allowed; `isFirst` marks the first refusal since all attempts were available. */
export type ThrottleVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number; readonly isFirst: boolean };

/**
 * Limits attempts. Anyone can use up the attempts for a name, and a neighbor those of a site, so they apply only
 * to networks where the name's owner never logged in: at a familiar network, only others behind the same address
 * can lock the owner out.
 */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #networks = new KeyedBuckets({ rate: NETWORK_RATE, maxKeys: MAX_KEYS });
  readonly #sites = new KeyedBuckets({ rate: SITE_RATE, maxKeys: MAX_KEYS });
  readonly #names = new KeyedBuckets({ rate: NAME_RATE, maxKeys: MAX_KEYS });

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one attempt. */
  async take({ name, network, isFamiliarNetwork }: LoginAttempt): Promise<ThrottleVerdict> {
    const byNetwork = this.#networks.take(network, this.#now());
    if (byNetwork !== 'taken') return throttled(byNetwork, NETWORK_RATE);
    const bySite = this.#sites.take(siteOf(network), this.#now());
    if (bySite !== 'taken' && !(await isFamiliarNetwork())) return throttled(bySite, SITE_RATE);
    const byName = this.#names.take(name, this.#now());
    if (byName === 'taken' || (await isFamiliarNetwork())) return { kind: 'open' };
    return throttled(byName, NAME_RATE);
  }
}

function throttled(
  verdict: Exclude<TakeVerdict, 'taken'>,
  { refillPerSecond }: BucketRate,
): Extract<ThrottleVerdict, { kind: 'throttled' }> {
  return { kind: 'throttled', retryAfterSeconds: 1 / refillPerSecond, isFirst: verdict === 'refused' };
}
