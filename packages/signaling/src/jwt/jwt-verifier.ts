/** @module Verifies a client's JWT against the issuers of its product. */
import { EdgeError } from '@longwire/protocol';
import { decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { messageOf } from '../log/log.ts';
import { jwtTokenId, type JwtIssuer } from '../ports/jwt-issuer.ts';
import type { FetchJwksOptions } from './fetch-jwks.ts';
import { keySourceAt, type KeySource } from './key-source.ts';

/** Asymmetric signatures only: readers of the public keys must not be able to sign. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];

/** Difference of clocks that is tolerated, in seconds. */
const CLOCK_TOLERANCE_S = 30;

/** Longest subject that becomes part of a token id, in characters. */
const MAX_SUBJECT_LENGTH = 256;

/** Options of {@link JwtVerifier}. */
export interface JwtVerifierOptions extends Pick<FetchJwksOptions, 'lookup'> {
  readonly now: () => number;
  /** Allows issuers' keys at private addresses and over plain HTTP; default: false. */
  readonly allowPrivateIssuers?: boolean | undefined;
  /** Receives problems with an issuer's keys, for the log. */
  readonly report?: (error: Error, what: string) => void;
}

/** Verifies JWTs and caches the keys of each issuer. */
export class JwtVerifier {
  readonly #options: JwtVerifierOptions;
  readonly #keySources = new Map<string, KeySource>();

  constructor(options: JwtVerifierOptions) {
    this.#options = options;
  }

  /**
   * Verifies signature, issuer, audience and time; returns the id that represents the token, and its issuer.
   * @throws EdgeError ERR_JWT for an invalid token, including an unknown key; ERR_JWKS if the keys cannot be
   * read, so that the token cannot be judged
   */
  async verify(jwt: string, issuers: readonly JwtIssuer[]): Promise<{ tokenId: string; jwtIssuer: string }> {
    try {
      const issuer = issuerOf(jwt, issuers);
      const { payload } = await jwtVerify(jwt, this.#keysAt(issuer.jwks), {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#options.now()),
      });
      return { tokenId: jwtTokenId(issuer, subjectOf(payload)), jwtIssuer: issuer.issuer };
    } catch (cause) {
      if (cause instanceof EdgeError && cause.code === 'ERR_JWKS') throw cause;
      throw new EdgeError('ERR_JWT', `JWT rejected: ${messageOf(cause)}`, { cause });
    }
  }

  #keysAt(location: string): KeySource {
    const cached = this.#keySources.get(location);
    if (cached !== undefined) return cached;
    const { now, allowPrivateIssuers = false, lookup, report } = this.#options;
    const source = keySourceAt(location, {
      now,
      allowPrivate: allowPrivateIssuers,
      lookup,
      handleFailure: (error, isKept) =>
        report?.(
          error,
          isKept ? 'keys of an issuer could not be renewed' : 'keys of an issuer could not be fetched',
        ),
    });
    this.#keySources.set(location, source);
    return source;
  }
}

/**
 * Finds the configured issuer that the unverified token claims; the verification that follows confirms it.
 */
function issuerOf(jwt: string, issuers: readonly JwtIssuer[]): JwtIssuer {
  const { iss } = decodeJwt(jwt);
  const issuer = issuers.find((candidate) => candidate.issuer === iss);
  if (issuer === undefined) throw new EdgeError('ERR_JWT', 'its issuer is not registered for the product');
  return issuer;
}

function subjectOf({ sub }: JWTPayload): string {
  if (sub === undefined || sub === '' || sub.length > MAX_SUBJECT_LENGTH) {
    throw new EdgeError('ERR_JWT', `subject must have 1 to ${MAX_SUBJECT_LENGTH} characters`);
  }
  return sub;
}
