/** @module Fetches an issuer's keys from its URL, with limits on time and addresses. */
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { JWKS_ACCEPT, JWKS_TIMEOUT_MS, readJwks, type IssuerKeys } from '@longwire/protocol';
import { publicLookup, requirePublicUrl } from '../request/public-lookup.ts';
import { sendRequest } from '../request/send-request.ts';

/** Allowed addresses, and how names are resolved. */
export interface FetchJwksOptions {
  /** Allows private addresses and plain HTTP. */
  readonly allowPrivate: boolean;
  readonly lookup?: LookupFunction | undefined;
  readonly timeoutMs?: number;
}

/**
 * Fetches keys. Unless `allowPrivate` is set, the URL must be https and resolve only to public addresses; the
 * connection uses exactly the checked addresses. Redirects are not followed: the configured server decides
 * who may log in. @throws EdgeError ERR_JWKS
 */
export function fetchJwks(
  url: URL,
  { allowPrivate, lookup = systemLookup, timeoutMs = JWKS_TIMEOUT_MS }: FetchJwksOptions,
): Promise<IssuerKeys> {
  return readJwks(url, async () => {
    if (!allowPrivate) requirePublicUrl(url, REMEDY);
    const response = await sendRequest(url, {
      headers: { accept: JWKS_ACCEPT },
      lookup: allowPrivate ? lookup : publicLookup(lookup, REMEDY),
      timeoutMs,
    });
    if (response.statusCode !== 200) response.destroy();
    return { status: response.statusCode, body: response };
  });
}

const REMEDY = 'allow-private-issuers allows it';
