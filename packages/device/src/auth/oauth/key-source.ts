/** @module The current keys of an issuer. */
import { cachedIssuerKeys, EdgeError, silentLogger, type IssuerKeys, type Logger } from '@longwire/protocol';
import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose';

/** Finds the key that a token names. @throws EdgeError ERR_JWKS if that cannot be known now, another error when it is unknown. */
export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** Options of {@link rotatingKeys}. */
export interface RotatingKeysOptions {
  readonly url: URL;
  readonly fetchKeys: () => Promise<IssuerKeys>;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
  readonly logger?: Logger;
}

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

/** Keys that are fetched again when they are old or when a token names an unknown one. */
export function rotatingKeys({ url, fetchKeys, nowMs, logger = silentLogger }: RotatingKeysOptions): FindKey {
  const find = cachedIssuerKeys({
    url,
    fetchKeys,
    finderOf: createLocalJWKSet,
    isUnknownKey: (error) => error instanceof errors.JWKSNoMatchingKey,
    nowMs,
    handleFailure: (error, isKept) => logger.warn('auth.keys-unreachable', { error, isKept }),
  });
  return (header, token) => {
    requireKid(header);
    return find(header, token);
  };
}
