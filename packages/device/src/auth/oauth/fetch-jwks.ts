/** @module Fetches an issuer's keys from its URL. */
import { JWKS_ACCEPT, JWKS_TIMEOUT_MS, readJwks, type IssuerKeys } from '@longwire/protocol';

/** Options of {@link fetchJwks} besides the URL. */
export interface FetchJwksOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/** Fetches keys; follows no redirect, because the server that answers decides who may log in. @throws EdgeError ERR_JWKS */
export function fetchJwks(
  url: URL,
  { fetch = globalThis.fetch, timeoutMs = JWKS_TIMEOUT_MS }: FetchJwksOptions = {},
): Promise<IssuerKeys> {
  const respond = async (): ReturnType<Parameters<typeof readJwks>[1]> => {
    const { status, body } = await fetch(url, {
      headers: { accept: JWKS_ACCEPT },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status !== 200) await body?.cancel();
    return { status, body: body ?? new ReadableStream() };
  };
  return readJwks(url, respond, { isNamed: true });
}
