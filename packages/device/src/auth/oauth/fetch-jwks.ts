/** @module Fetches an issuer's keys from its URL, in bounded time and memory. */
import { EdgeError, parseJwks } from '@longwire/protocol';
import type { JSONWebKeySet } from 'jose';

/** Reason: fifty RSA keys with their certificates fit. */
const MAX_JWKS_BYTES = 256 * 1024;

/** Reason: a login waits for it, and its client gives up after 10 s. */
const FETCH_TIMEOUT_MS = 5_000;

/** Options of {@link fetchJwks} besides the URL. */
export interface FetchJwksOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_JWKS_BYTES) throw new Error(`more than ${MAX_JWKS_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Fetches keys; follows no redirect, because the server that answers decides who may log in. @throws EdgeError ERR_JWKS */
export async function fetchJwks(
  url: URL,
  { fetch = globalThis.fetch, timeoutMs = FETCH_TIMEOUT_MS }: FetchJwksOptions = {},
): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    return parseJwks(JSON.parse(await bodyOf(response)), { isNamed: true });
  } catch (cause) {
    throw new EdgeError('ERR_JWKS', `cannot fetch a JWKS from ${url.origin}${url.pathname}`, { cause });
  }
}
