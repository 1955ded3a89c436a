/** @module Fetches an issuer's keys from its URL, with limits on time and addresses. */
import { once } from 'node:events';
import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { JWKS_ACCEPT, JWKS_TIMEOUT_MS, readJwks, type IssuerKeys } from '@longwire/protocol';
import { publicLookup, requirePublicUrl } from '../request/public-lookup.ts';

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
export function fetchJwks(url: URL, options: FetchJwksOptions): Promise<IssuerKeys> {
  return readJwks(url, async () => {
    if (!options.allowPrivate) requirePublicUrl(url, REMEDY);
    const response = await respond(url, options);
    if (response.statusCode !== 200) response.destroy();
    return { status: response.statusCode, body: response };
  });
}

async function respond(url: URL, options: FetchJwksOptions): Promise<IncomingMessage> {
  const { allowPrivate, lookup = systemLookup, timeoutMs = JWKS_TIMEOUT_MS } = options;
  const settings: RequestOptions = {
    // a pooled connection was made to addresses of an earlier lookup
    agent: false,
    headers: { accept: JWKS_ACCEPT },
    signal: AbortSignal.timeout(timeoutMs),
    lookup: allowPrivate ? lookup : publicLookup(lookup, REMEDY),
  };
  const request = url.protocol === 'https:' ? requestHttps(url, settings) : requestHttp(url, settings);
  const responded = once(request, 'response');
  request.end();
  const [response]: IncomingMessage[] = await responded;
  if (response === undefined) throw new Error('no response');
  return response;
}

const REMEDY = 'allow-private-issuers allows it';
