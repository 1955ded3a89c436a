/** @module The public keys of an issuer, from a file or a URL. */
import { readFile, stat } from 'node:fs/promises';
import { CachedValue, EdgeError, UnconfirmedMissError } from '@longwire/protocol';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { fetchJwks, type FetchJwksOptions } from './fetch-jwks.ts';
import { parseJwks } from './parse-jwks.ts';

/** Reason: a key that its issuer has withdrawn is good here for no longer. */
const MAX_AGE_MS = 10 * 60_000;

/** Shortest time between two fetches. Reason: any stranger can name a key that is not known. */
const COOL_DOWN_MS = 10_000;

/** Finds the key that signed a token. @throws EdgeError ERR_JWKS where the keys cannot be read, so that nothing is known of the token. */
export type KeySource = JWTVerifyGetKey;

/** How keys are fetched. */
export interface KeySourceOptions extends FetchJwksOptions {
  readonly now: () => number;
  /** Keys cannot be fetched; those that are kept, if any, are used on. */
  readonly handleFailure: (error: Error, isKept: boolean) => void;
}

/** Keys at `location`: an http(s) URL, or a file, read again when it changes. */
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
  const keys = new CachedValue({
    load: async () => createLocalJWKSet(await fetchJwks(url, options)),
    nowMs: options.now,
    maxAgeMs: MAX_AGE_MS,
    coolDownMs: COOL_DOWN_MS,
    handleFailure: options.handleFailure,
  });
  return async (header, token) => {
    try {
      return await keys.use(
        async (find) => await find(header, token),
        (error) => error instanceof errors.JWKSNoMatchingKey,
      );
    } catch (cause) {
      if (!(cause instanceof UnconfirmedMissError)) throw cause;
      throw new EdgeError('ERR_JWKS', `key of the jwt is unknown, and ${url.origin} was asked a moment ago`, {
        cause,
      });
    }
  };
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
  return new EdgeError('ERR_JWKS', `JWKS expected in a JSON file with a list of keys, got ${file}`, {
    cause,
  });
}
