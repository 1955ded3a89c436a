/** @module Checks a client's jwt against the issuers of its product. */
import { EdgeError } from '@longwire/protocol';
import { decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';
import { keySourceAt, type KeySource } from './key-source.ts';

/** Signatures by a private key only: whoever reads the public keys must not be able to sign. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];

/** Difference of clocks that is tolerated, in seconds. */
const CLOCK_TOLERANCE_S = 30;

/** Longest subject that becomes part of a token id, in characters. */
const MAX_SUBJECT_LENGTH = 256;

/** Verifies jwts; keeps the keys of each issuer. */
export class JwtVerifier {
  readonly #now: () => number;
  readonly #keySources = new Map<string, KeySource>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Checks signature, issuer, audience and time, and returns the id that stands for the token, and who signed it.
   * @throws EdgeError ERR_JWT for whatever does not hold, an unknown key and unreachable keys included.
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
        currentDate: new Date(this.#now()),
      });
      return { tokenId: `jwt:${issuer.issuer}:${subjectOf(payload)}`, jwtIssuer: issuer.issuer };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown';
      throw new EdgeError('ERR_JWT', `jwt expected one by an issuer of the product, got: ${reason}`, {
        cause,
      });
    }
  }

  #keysAt(location: string): KeySource {
    const known = this.#keySources.get(location);
    if (known !== undefined) return known;
    const source = keySourceAt(location);
    this.#keySources.set(location, source);
    return source;
  }
}

/** The configured issuer that an unverified token names; the verification that follows checks that it really is. */
function issuerOf(jwt: string, issuers: readonly JwtIssuer[]): JwtIssuer {
  const { iss } = decodeJwt(jwt);
  const issuer = issuers.find((candidate) => candidate.issuer === iss);
  if (issuer === undefined) throw new EdgeError('ERR_JWT', 'unknown issuer');
  return issuer;
}

function subjectOf({ sub }: JWTPayload): string {
  if (sub === undefined || sub === '' || sub.length > MAX_SUBJECT_LENGTH) {
    throw new EdgeError('ERR_JWT', `subject expected 1 to ${MAX_SUBJECT_LENGTH} characters`);
  }
  return sub;
}
