/** @module Checks a token of the device's issuer. */
import { EdgeError, given, type Logger } from '@longwire/protocol';
import { jwtVerify } from 'jose';
import { EARLIEST_CLOCK_MS } from '../../iam/access-end.ts';
import { reasonOf } from '../../log/reason-of.ts';
import { fetchJwks, type FetchJwksOptions } from './fetch-jwks.ts';
import { fixedKeys, rotatingKeys, type FindKey } from './key-source.ts';
import { jwksLocation, type OauthOptions } from './oauth-options.ts';

/** Only asymmetric signatures: a reader of the public keys must not be able to sign. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA'];

/** Tolerated clock difference in seconds, as on deployed devices. */
const LEEWAY_S = 60;

/** Longest token, in characters. Reason: tokens with many claims have 2,000; a longer one only costs time. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Options of a verifier besides its issuer. */
export interface TokenVerifierOptions {
  readonly oauth: OauthOptions;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly monotonicMs?: () => number;
  readonly logger?: Logger;
  readonly fetch?: FetchJwksOptions['fetch'];
}

/**
 * Verifies a token and returns its subject. @throws EdgeError ERR_JWT for every token that is not valid here and now;
 * ERR_JWKS if the issuer's keys are out of reach, so that the token can be neither accepted nor rejected
 */
export type VerifyToken = (token: string) => Promise<string>;

function keysOf({
  oauth,
  logger,
  fetch,
  monotonicMs = () => performance.now(),
}: TokenVerifierOptions): FindKey {
  const location = jwksLocation(oauth);
  if (location.kind === 'keys') return fixedKeys(location.keys);
  return rotatingKeys({
    url: location.url,
    fetchKeys: () => fetchJwks(location.url, given({ fetch })),
    nowMs: monotonicMs,
    ...given({ logger }),
  });
}

/** Creates a verifier of one issuer's tokens; keys at a URL are fetched with the first token. @throws EdgeError ERR_DEVICE_OPTIONS */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { issuer, audience, requireExpiry = false } = options.oauth;
  const nowMs = options.nowMs ?? Date.now;
  const findKey = keysOf(options);
  return async (token) => {
    try {
      if (token.length > MAX_TOKEN_LENGTH) throw new Error(`longer than ${MAX_TOKEN_LENGTH} characters`);
      const now = nowMs();
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ALGORITHMS,
        issuer,
        ...given({ audience }),
        clockTolerance: LEEWAY_S,
        currentDate: new Date(now),
        requiredClaims: requireExpiry ? ['sub', 'exp'] : ['sub'],
      });
      if (payload.exp !== undefined && now < EARLIEST_CLOCK_MS)
        throw new Error("it expires, and this device's clock is not set");
      if (payload.sub === undefined || payload.sub === '') throw new Error('an empty subject');
      return payload.sub;
    } catch (cause) {
      if (cause instanceof EdgeError && cause.code === 'ERR_JWKS') throw cause;
      throw new EdgeError('ERR_JWT', `JWT rejected: ${reasonOf(cause)}`, {
        cause,
      });
    }
  };
}
