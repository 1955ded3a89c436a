/** @module Parses a JSON Web Key Set of an issuer (RFC 7517 section 5). */
import { EdgeError } from '../errors/edge-error.ts';

/** Most keys of an issuer. Reason: two or three are usual, ten times as many with overlap. */
const MAX_KEYS = 50;

/** Members that only private and symmetric keys have (RFC 7518 section 6). */
const SECRET_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'];

/** A public key; the members of its type are checked where it is used. */
export interface IssuerKey {
  readonly kty: string;
  readonly kid?: string;
}

/** The public keys of an issuer. */
export interface IssuerKeys {
  readonly keys: IssuerKey[];
}

/** Options of {@link parseJwks}. */
export interface ParseJwksOptions {
  /** Whether a key without a `kid` is ignored, because tokens have to name their key. */
  readonly isNamed?: boolean;
}

/**
 * Parses a set of public keys; other entries are ignored, as RFC 7517 section 5 asks.
 * @throws EdgeError ERR_JWKS for anything else, and for a set without a usable key.
 */
export function parseJwks(value: unknown, { isNamed = false }: ParseJwksOptions = {}): IssuerKeys {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS)
    throw new EdgeError('ERR_JWKS', `JWKS rejected: want a list of at most ${MAX_KEYS} keys`);
  const usable = keys.filter(isPublicKey).filter(({ kid }) => !isNamed || kid !== undefined);
  if (usable.length === 0)
    throw new EdgeError('ERR_JWKS', `JWKS rejected: it has no public key${isNamed ? ' with a kid' : ''}`);
  return { keys: usable };
}

function isPublicKey(value: unknown): value is IssuerKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kty' in value &&
    typeof value.kty === 'string' &&
    (!('kid' in value) || typeof value.kid === 'string') &&
    !SECRET_MEMBERS.some((member) => Object.hasOwn(value, member))
  );
}
