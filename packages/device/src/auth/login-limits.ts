/** @module How often passwords and tokens may be tried: by connection, by connection token, by user name and on the whole device. */
import { TokenBucket, type BucketRate } from '@longwire/protocol';
import type { SessionIdentity } from './session-identity.ts';
import { KeyedBuckets } from './keyed-buckets.ts';

/** The rates; a wrong password or token costs one of each, a round 1 or a token one of `rounds` and `deviceRounds`. */
export interface LoginRates {
  readonly connection: BucketRate;
  readonly token: BucketRate;
  readonly username: BucketRate;
  readonly device: BucketRate;
  /** Round 1 is two multiplications on the curve, and a token a signature to check, whoever asks. */
  readonly rounds: BucketRate;
  readonly deviceRounds: BucketRate;
}

/**
 * Ten wrong passwords in a row as deployed devices have it, for a connection; a name guessed at over many connections has a
 * slower refill. The device-wide ones only bound what all strangers together can do.
 */
export const DEFAULT_LOGIN_RATES: LoginRates = {
  connection: { capacity: 10, refillPerSecond: 1 },
  token: { capacity: 20, refillPerSecond: 1 },
  username: { capacity: 10, refillPerSecond: 0.2 },
  device: { capacity: 40, refillPerSecond: 2 },
  rounds: { capacity: 20, refillPerSecond: 2 },
  deviceRounds: { capacity: 100, refillPerSecond: 20 },
};

/** One try, whoever makes it. */
export interface LoginTry {
  readonly session: SessionIdentity;
  /** The name that is tried; a token names nobody until it is verified. */
  readonly username: string | undefined;
  /** The name of the user that owns the connection's certificate. */
  readonly certificateOwner: string | undefined;
}

/** Whether somebody tries the name that the certificate has shown already. */
function isOwnName({ username, certificateOwner }: LoginTry): boolean {
  return certificateOwner !== undefined && certificateOwner === username;
}

interface ConnectionBuckets {
  readonly tries: TokenBucket;
  readonly rounds: TokenBucket;
}

/** Counts tries. A client whose certificate is known is never stopped by what strangers use up. */
export class LoginLimits {
  readonly #rates: LoginRates;
  readonly #connections = new WeakMap<SessionIdentity, ConnectionBuckets>();
  readonly #tokens: KeyedBuckets;
  readonly #usernames: KeyedBuckets;
  readonly #device: TokenBucket;
  readonly #deviceRounds: TokenBucket;

  constructor(rates: LoginRates, nowMs: number) {
    this.#rates = rates;
    this.#tokens = new KeyedBuckets(rates.token);
    this.#usernames = new KeyedBuckets(rates.username);
    this.#device = new TokenBucket(rates.device, nowMs);
    this.#deviceRounds = new TokenBucket(rates.deviceRounds, nowMs);
  }

  /** Whether round 1 may be answered; it costs even when it leads nowhere. */
  takeRound(login: LoginTry, nowMs: number): boolean {
    const { rounds } = this.#connection(login.session, nowMs);
    const isStranger = login.certificateOwner === undefined;
    if (!rounds.hasToken(nowMs) || (isStranger && !this.#deviceRounds.hasToken(nowMs))) return false;
    rounds.spend(nowMs);
    if (isStranger) this.#deviceRounds.spend(nowMs);
    return true;
  }

  /** Whether a password may be tried. */
  canTry(login: LoginTry, nowMs: number): boolean {
    if (!this.#connection(login.session, nowMs).tries.hasToken(nowMs)) return false;
    if (isOwnName(login)) return true;
    if (login.username !== undefined && !this.#usernames.hasToken(login.username, nowMs)) return false;
    if (login.certificateOwner !== undefined) return true;
    return this.#tokens.hasToken(login.session.tokenId, nowMs) && this.#device.hasToken(nowMs);
  }

  /** A wrong password, or a token that is not good. */
  spendTry(login: LoginTry, nowMs: number): void {
    this.#connection(login.session, nowMs).tries.spend(nowMs);
    if (isOwnName(login)) return;
    if (login.username !== undefined) this.#usernames.spend(login.username, nowMs);
    if (login.certificateOwner !== undefined) return;
    this.#tokens.spend(login.session.tokenId, nowMs);
    this.#device.spend(nowMs);
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
