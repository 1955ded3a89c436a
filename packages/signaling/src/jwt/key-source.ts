/** @module An issuer's public keys, from a file or a URL. */
import { readFile, stat } from 'node:fs/promises';
import { cachedIssuerKeys, EdgeError, parseJwks } from '@longwire/protocol';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { fetchJwks, type FetchJwksOptions } from './fetch-jwks.ts';

/** Finds the key that signed a token. @throws EdgeError ERR_JWKS if the keys cannot be read */
export type KeySource = JWTVerifyGetKey;

/** Options of {@link keySourceAt}. */
export interface KeySourceOptions extends FetchJwksOptions {
  readonly now: () => number;
  /** Called when keys cannot be fetched; cached keys stay in use. */
  readonly handleFailure: (error: Error, isKept: boolean) => void;
}

/** Keys at `location`: an http(s) URL, or a file that is reread when it changes. */
export function keySourceAt(location: string, options: KeySourceOptions): KeySource {
  return /^https?:/i.test(location) ? urlKeySource(new URL(location), options) : fileKeySource(location);
}

/** Reads a JWKS file. @throws EdgeError ERR_JWKS */
export async function readJwksFile(file: string): Promise<JSONWebKeySet> {
  try {
    return parseJwks(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function urlKeySource(url: URL, options: KeySourceOptions): KeySource {
  return cachedIssuerKeys({
    url,
    fetchKeys: () => fetchJwks(url, options),
    finderOf: createLocalJWKSet,
    isUnknownKey: (error) => error instanceof errors.JWKSNoMatchingKey,
    nowMs: options.now,
    handleFailure: options.handleFailure,
  });
}

function fileKeySource(file: string): KeySource {
  let loaded: { readonly changed: number; readonly find: KeySource } | undefined;
  return async (header, token) => {
    const changed = await changeOf(file);
    if (loaded?.changed !== changed) {
      loaded = { changed, find: createLocalJWKSet(await readJwksFile(file)) };
    }
    return loaded.find(header, token);
  };
}

async function changeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): EdgeError {
  return new EdgeError('ERR_JWKS', `cannot read JWKS from ${file}: want a JSON file with a list of keys`, {
    cause,
  });
}
