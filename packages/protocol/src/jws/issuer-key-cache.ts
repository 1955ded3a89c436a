/** @module The current keys of an issuer, fetched again when they are old or when a token names an unknown one. */
import { EdgeError } from '../errors/edge-error.ts';
import { CachedValue, UnconfirmedMissError } from '../time/cached-value.ts';
import type { IssuerKeys } from './parse-jwks.ts';

/** Reason: limits how long a withdrawn key stays valid here. */
const MAX_AGE_MS = 10 * 60_000;

/** Shortest time between two fetches. Reason: any stranger can send a token with an unknown key. */
const COOL_DOWN_MS = 10_000;

/** Finds the key that signed a token. @throws an error when it is unknown */
type FindKey<A extends readonly unknown[], K> = (...token: A) => Promise<K>;

/** Options of {@link cachedIssuerKeys}. */
export interface IssuerKeyCacheOptions<A extends readonly unknown[], K> {
  readonly url: { readonly origin: string };
  readonly fetchKeys: () => Promise<IssuerKeys>;
  readonly finderOf: (keys: IssuerKeys) => FindKey<A, K>;
  /** Whether the finder's error means that it has no such key. */
  readonly isUnknownKey: (error: unknown) => boolean;
  readonly nowMs: () => number;
  /** Called when keys cannot be fetched; cached keys, if there are any, stay in use. */
  readonly handleFailure: (error: Error, isKept: boolean) => void;
}

/**
 * Finds keys of an issuer: one fetch for all concurrent callers, and at most one in ten seconds. While its server is
 * away, cached keys stay in use.
 * @throws EdgeError ERR_JWKS if the token can be neither accepted nor rejected now, so that a later attempt may succeed
 */
export function cachedIssuerKeys<A extends readonly unknown[], K>(
  options: IssuerKeyCacheOptions<A, K>,
): FindKey<A, K> {
  const { url, fetchKeys, finderOf, isUnknownKey, nowMs, handleFailure } = options;
  const load = async (): Promise<FindKey<A, K>> => finderOf(await fetchKeys());
  const keys = new CachedValue({
    load,
    nowMs,
    maxAgeMs: MAX_AGE_MS,
    coolDownMs: COOL_DOWN_MS,
    handleFailure,
  });
  return async (...token) => {
    try {
      return await keys.use(async (find) => await find(...token), isUnknownKey);
    } catch (cause) {
      if (!(cause instanceof UnconfirmedMissError)) throw cause;
      const message = `the JWT's key is unknown, and the keys at ${url.origin} were fetched moments ago`;
      throw new EdgeError('ERR_JWKS', message, { cause });
    }
  };
}
