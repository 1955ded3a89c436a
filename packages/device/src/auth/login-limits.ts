/** @module Rate limits of passwords and tokens, such that one connection token cannot use up the tries of another. */
import { KeyedBuckets, TokenBucket, type BucketRate } from '@longwire/protocol';
import type { SessionIdentity } from './session-identity.ts';

/** The rates; a wrong password or token costs one token of each of the first five, a round 1 or an issuer's token one of each of the last three. */
export interface LoginRates {
  /** Per connection. */
  readonly connection: BucketRate;
  /** Per connection token. */
  readonly token: BucketRate;
  /** Per user name and connection token. */
  readonly tokenUsername: BucketRate;
  /** Per user name, over all connection tokens that no user has logged in with. */
  readonly username: BucketRate;
  /** For the device, over all connection tokens that no user has logged in with. */
  readonly device: BucketRate;
  /** Per connection. Round 1 costs two multiplications on the curve, an issuer's token a signature check. */
  readonly rounds: BucketRate;
  /** Per connection token. */
  readonly tokenRounds: BucketRate;
  /** For the device, over all connection tokens that no user has logged in with. */
  readonly deviceRounds: BucketRate;
}

/**
 * Ten wrong passwords in a row per connection and then one a second, as on deployed devices. The shared buckets hold more than two
 * connection tokens can use up at once, and refill as fast as five of them can use them up (docs/adr/0045).
 */
export const DEFAULT_LOGIN_RATES: LoginRates = {
  connection: { capacity: 10, refillPerSecond: 1 },
  token: { capacity: 20, refillPerSecond: 1 },
  tokenUsername: { capacity: 15, refillPerSecond: 0.2 },
  username: { capacity: 35, refillPerSecond: 1 },
  device: { capacity: 100, refillPerSecond: 5 },
  rounds: { capacity: 20, refillPerSecond: 2 },
  tokenRounds: { capacity: 40, refillPerSecond: 4 },
  deviceRounds: { capacity: 100, refillPerSecond: 20 },
};

/** One try. */
export interface LoginTry {
  readonly session: SessionIdentity;
  /** The user name of the try, whether it exists or not; undefined for an issuer's token, which has none until it is verified. */
  readonly username: string | undefined;
  /** The name of the user that owns the connection's certificate. */
  readonly certificateOwner: string | undefined;
  /** Whether a user has logged in with the session's connection token before. */
  readonly isTokenProven: boolean;
}

/** A bucket among others of its kind. */
type Bucket = readonly [buckets: KeyedBuckets, key: string];

interface ConnectionBuckets {
  readonly tries: TokenBucket;
  readonly rounds: TokenBucket;
}

/** Most keys that are counted at once. Reason: more than strangers can use before the first bucket is full again (`DEFAULT_LOGIN_RATES`). */
const MAX_KEYS = 2048;

/** Buckets for the keys of one kind. */
export function loginBuckets(rate: BucketRate): KeyedBuckets {
  return new KeyedBuckets({ rate, maxKeys: MAX_KEYS });
}

/** The key of the bucket for the whole device. */
const ALL = '';

/**
 * Counts tries. A browser with a known certificate does not spend from the buckets of its connection token, and a connection token that a
 * user has logged in with does not spend from the shared buckets, so other tokens can stop neither. Existing and unknown user names count alike.
 */
export class LoginLimits {
  readonly #rates: LoginRates;
  readonly #connections = new WeakMap<SessionIdentity, ConnectionBuckets>();
  readonly #tokens: KeyedBuckets;
  readonly #tokenUsernames: KeyedBuckets;
  readonly #usernames: KeyedBuckets;
  readonly #device: KeyedBuckets;
  readonly #tokenRounds: KeyedBuckets;
  readonly #deviceRounds: KeyedBuckets;

  constructor(rates: LoginRates) {
    this.#rates = rates;
    this.#tokens = loginBuckets(rates.token);
    this.#tokenUsernames = loginBuckets(rates.tokenUsername);
    this.#usernames = loginBuckets(rates.username);
    this.#device = loginBuckets(rates.device);
    this.#tokenRounds = loginBuckets(rates.tokenRounds);
    this.#deviceRounds = loginBuckets(rates.deviceRounds);
  }

  /** Takes a round 1, if the limits allow it; it costs even when its login fails. */
  takeRound(login: LoginTry, nowMs: number): boolean {
    const { rounds } = this.#connection(login.session, nowMs);
    const shared = this.#roundBuckets(login);
    if (!rounds.hasToken(nowMs) || !haveTokens(shared, nowMs)) return false;
    rounds.spend(nowMs);
    spendAll(shared, nowMs);
    return true;
  }

  /** Whether a password may be tried. */
  canTry(login: LoginTry, nowMs: number): boolean {
    const { tries } = this.#connection(login.session, nowMs);
    return tries.hasToken(nowMs) && haveTokens(this.#tryBuckets(login), nowMs);
  }

  /** Counts a wrong password or a refused token. */
  spendTry(login: LoginTry, nowMs: number): void {
    this.#connection(login.session, nowMs).tries.spend(nowMs);
    spendAll(this.#tryBuckets(login), nowMs);
  }

  #roundBuckets({ session: { tokenId }, certificateOwner, isTokenProven }: LoginTry): readonly Bucket[] {
    if (certificateOwner !== undefined) return [];
    const ofToken: Bucket = [this.#tokenRounds, tokenId];
    return isTokenProven ? [ofToken] : [ofToken, [this.#deviceRounds, ALL]];
  }

  #tryBuckets({ session: { tokenId }, username, certificateOwner, isTokenProven }: LoginTry): Bucket[] {
    if (certificateOwner !== undefined) {
      const isOther = username !== undefined && username !== certificateOwner;
      return isOther ? [[this.#tokenUsernames, pairKey('user', certificateOwner, username)]] : [];
    }
    const buckets: Bucket[] = [[this.#tokens, tokenId]];
    if (username !== undefined) buckets.push([this.#tokenUsernames, pairKey('token', tokenId, username)]);
    if (isTokenProven) return buckets;
    if (username !== undefined) buckets.push([this.#usernames, username]);
    return [...buckets, [this.#device, ALL]];
  }

  #connection(session: SessionIdentity, nowMs: number): ConnectionBuckets {
    const known = this.#connections.get(session);
    if (known !== undefined) return known;
    const made = {
      tries: new TokenBucket(this.#rates.connection, nowMs),
      rounds: new TokenBucket(this.#rates.rounds, nowMs),
    };
    this.#connections.set(session, made);
    return made;
  }
}

function pairKey(kind: 'token' | 'user', owner: string, username: string): string {
  return JSON.stringify([kind, owner, username]);
}

function haveTokens(buckets: readonly Bucket[], nowMs: number): boolean {
  return buckets.every(([keyed, key]) => keyed.hasToken(key, nowMs));
}

function spendAll(buckets: readonly Bucket[], nowMs: number): void {
  for (const [keyed, key] of buckets) keyed.spend(key, nowMs);
}
