/** @module The keys of an issuer as they are known now. */
import { CachedValue, EdgeError, silentLogger, type Logger } from '@longwire/protocol';
import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';

/** Finds the key that a token names. @throws an error when there is none. */
export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** What {@link rotatingKeys} needs. */
export interface RotatingKeysOptions {
  readonly fetchKeys: () => Promise<JSONWebKeySet>;
  /** Milliseconds that never go backwards. */
  readonly nowMs: () => number;
  readonly logger?: Logger;
  readonly maxAgeMs?: number;
  readonly coolDownMs?: number;
}

/** Reason: a key that its issuer has withdrawn is good here for no longer. */
const MAX_AGE_MS = 10 * 60_000;

/** Shortest time between two looks at the URL. Reason: any stranger can name a key that is not known. */
const COOL_DOWN_MS = 10_000;

function requireKid({ kid }: JWTHeaderParameters): void {
  if (typeof kid !== 'string' || kid === '') throw new EdgeError('ERR_JWT', 'jwt expected to name its key');
}

/** Keys that stay as they are. */
export function fixedKeys(keys: JSONWebKeySet): FindKey {
  const find = createLocalJWKSet(keys);
  return (header, token) => {
    requireKid(header);
    return find(header, token);
  };
}

/**
 * Keys that are looked at again when they are old, or when a token names one that is not among them: once for all who ask at the same
 * time, and not again for a while. Those that are kept go on being used while no others are to be had.
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
