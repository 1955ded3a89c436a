/** @module A JSON Web Key Set from outside (RFC 7517 section 5). */
import type { JSONWebKeySet } from 'jose';

/** Validates a key set. @throws TypeError for anything else */
export function parseJwks(json: unknown): JSONWebKeySet {
  const keys = typeof json === 'object' && json !== null && 'keys' in json ? json.keys : undefined;
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === 'object' && key !== null)) {
    throw new TypeError('keys must be a list of objects');
  }
  return { keys };
}
