/** @module The public keys of an issuer, from a file or a URL. */
import { readFile, stat } from 'node:fs/promises';
import { EdgeError } from '@longwire/protocol';
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Time for an issuer to answer with its keys, in milliseconds; well below the time for a login. */
const FETCH_TIMEOUT_MS = 5_000;

/** Finds the key that signed a token. */
export type KeySource = JWTVerifyGetKey;

/** Keys at `location`: an http(s) URL, asked again for an unknown key at most twice a minute, or a file, read again when it changes. */
export function keySourceAt(location: string): KeySource {
  return /^https?:/i.test(location)
    ? createRemoteJWKSet(new URL(location), { timeoutDuration: FETCH_TIMEOUT_MS })
    : fileKeySource(location);
}

/** Reads a JWKS file. @throws EdgeError ERR_JWKS */
export async function readJwksFile(file: string): Promise<JSONWebKeySet> {
  try {
    return parseJwks(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new EdgeError('ERR_JWKS', `JWKS expected in a JSON file with a list of keys, got ${file}`, {
      cause,
    });
  }
}

function fileKeySource(file: string): KeySource {
  let loaded: { readonly changed: number; readonly find: KeySource } | undefined;
  return async (header, token) => {
    const { mtimeMs: changed } = await stat(file);
    if (loaded?.changed !== changed) {
      loaded = { changed, find: createLocalJWKSet(await readJwksFile(file)) };
    }
    return loaded.find(header, token);
  };
}

function parseJwks(json: unknown): JSONWebKeySet {
  const keys = typeof json === 'object' && json !== null && 'keys' in json ? json.keys : undefined;
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === 'object' && key !== null)) {
    throw new TypeError('keys expected a list of objects');
  }
  return { keys };
}
