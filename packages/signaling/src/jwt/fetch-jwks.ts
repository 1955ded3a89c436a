/** @module Fetches an issuer's keys from its URL, with limits on time and addresses. */
import { once } from 'node:events';
import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { JWKS_ACCEPT, JWKS_TIMEOUT_MS, readJwks, type IssuerKeys } from '@longwire/protocol';
import { isPublicAddress } from './public-address.ts';

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
    if (!options.allowPrivate) requirePublic(url);
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
    lookup: allowPrivate ? lookup : publicLookup(lookup),
  };
  const request = url.protocol === 'https:' ? requestHttps(url, settings) : requestHttp(url, settings);
  const responded = once(request, 'response');
  request.end();
  const [response]: IncomingMessage[] = await responded;
  if (response === undefined) throw new Error('no response');
  return response;
}

function requirePublic({ protocol, hostname }: URL): void {
  if (protocol !== 'https:') throw new Error(`not an https URL; ${REMEDY}`);
  const literal = hostname.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(literal) !== 0) requirePublicAddress(literal);
}

const REMEDY = 'allow-private-issuers allows it';

/** @throws Error for a private address */
function requirePublicAddress(address: string): void {
  if (!isPublicAddress(address)) throw new Error(`${address} is not a public address; ${REMEDY}`);
}

/** Resolves a name to public addresses only. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const refusal = error ?? refusalOf(addresses.map(({ address }) => address));
      const [first] = addresses;
      if (refusal !== undefined || first === undefined) callback(refusal ?? new Error('no address'), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(addresses: readonly string[]): Error | undefined {
  try {
    for (const address of addresses) requirePublicAddress(address);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
