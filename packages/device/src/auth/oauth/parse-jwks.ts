/** @module Parses a JSON Web Key Set (RFC 7517 section 5). */
import { EdgeError } from '@longwire/protocol';
import type { JSONWebKeySet, JWK } from 'jose';

/** Most keys of an issuer. Reason: two or three are usual, ten times as many with overlap. */
const MAX_KEYS = 50;

/** Members that only private and symmetric keys have (RFC 7518 section 6). */
const SECRET_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'];

/** A key that can check signatures and that a token can name; others are ignored, as RFC 7517 section 5 asks. */
function isUsable(value: unknown): value is JWK {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kid' in value &&
    typeof value.kid === 'string' &&
    'kty' in value &&
    typeof value.kty === 'string' &&
    !SECRET_MEMBERS.some((member) => Object.hasOwn(value, member))
  );
}

/** Parses a set of public keys. @throws EdgeError ERR_JWKS for anything else, and for a set without a usable key. */
export function parseJwks(value: unknown): JSONWebKeySet {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS)
    throw new EdgeError('ERR_JWKS', `JWKS rejected: want a list of at most ${MAX_KEYS} keys`);
  const usable = keys.filter(isUsable);
  if (usable.length === 0) throw new EdgeError('ERR_JWKS', 'JWKS rejected: it has no public key with a kid');
  return { keys: usable };
}
