/** @module The current keys of an issuer. */
import { CachedValue, EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';

/** Finds the key that a token names. @throws an error when it is unknown. */
export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** Options of {@link rotatingKeys}. */
export interface RotatingKeysOptions {
  readonly fetchKeys: () => Promise<JSONWebKeySet>;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
  readonly logger?: Logger;
  readonly maxAgeMs?: number;
  readonly coolDownMs?: number;
}

/** Reason: a key that its issuer has withdrawn is accepted no longer than this. */
const MAX_AGE_MS = 10 * 60_000;

/** Shortest time between two fetches. Reason: any stranger can name an unknown key. */
const COOL_DOWN_MS = 10_000;

function requireKid({ kid }: JWTHeaderParameters): void {
  if (typeof kid !== 'string' || kid === '')
    throw new EdgeError('ERR_JWT', 'JWT rejected: its header has no kid');
}

/** Keys that never change. */
export function fixedKeys(keys: JSONWebKeySet): FindKey {
  const find = createLocalJWKSet(keys);
  return (header, token) => {
    requireKid(header);
    return find(header, token);
  };
}

/**
 * Keys that are fetched again when they are old or when a token names an unknown one: one fetch for all concurrent callers, and at most one
 * in a while. Stored keys stay in use while a fetch fails.
 */
export function rotatingKeys(options: RotatingKeysOptions): FindKey {
  const { fetchKeys, nowMs, logger = silentLogger } = options;
  const { maxAgeMs = MAX_AGE_MS, coolDownMs = COOL_DOWN_MS } = options;
  const keys = new CachedValue({
    load: async () => fixedKeys(await fetchKeys()),
    nowMs,
    maxAgeMs,
    coolDownMs,
    handleFailure: (error, isKept) => logger.warn('auth.keys-unreachable', { error, isKept }),
  });
  return async (header, token) => {
    requireKid(header);
    return await keys.use(
      async (find) => await find(header, token),
      (error) => error instanceof errors.JWKSNoMatchingKey,
    );
  };
}
