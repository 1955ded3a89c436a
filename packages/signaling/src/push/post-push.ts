/** @module Gives a push message to the push service of a browser (RFC 8030). */
import { once } from 'node:events';
import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PushMessage } from '../ports/push.ts';
import { publicLookup, requirePublicUrl } from '../request/public-lookup.ts';

/** Where messages may go, and how names are resolved. */
export interface PostPushOptions {
  /** The Authorization header for a push service. */
  readonly authorize: (url: URL) => Promise<string>;
  /** Origins that may be private, and plain HTTP: push services that the operator named. */
  readonly namedOrigins: readonly string[];
  readonly lookup?: LookupFunction | undefined;
  readonly timeoutMs?: number;
}

/** Longest time for a push service to answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

const REMEDY = 'push-services allows it';

/**
 * Posts a message. The endpoint is what a browser said: unless the operator named its origin, it must be https on the usual port and
 * resolve only to public addresses, and the connection uses exactly the checked ones. Redirects are not followed, and nothing but the
 * status is read. @returns the status @throws Error whose message never contains the endpoint's path
 */
export async function postPush(
  { endpoint, ttl, urgency, body }: PushMessage,
  { authorize, namedOrigins, lookup = systemLookup, timeoutMs = TIMEOUT_MS }: PostPushOptions,
): Promise<number> {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '')
    throw new Error('not a URL of a push service');
  const isNamed = namedOrigins.includes(url.origin);
  if (!isNamed) {
    requirePublicUrl(url, REMEDY);
    if (url.port !== '') throw new Error(`port ${url.port} is not that of https; ${REMEDY}`);
  }
  const settings: RequestOptions = {
    method: 'POST',
    // a pooled connection was made to addresses of an earlier lookup
    agent: false,
    headers: {
      authorization: await authorize(url),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl,
      urgency,
    },
    signal: AbortSignal.timeout(timeoutMs),
    lookup: isNamed ? lookup : publicLookup(lookup, REMEDY),
  };
  const request = url.protocol === 'https:' ? requestHttps(url, settings) : requestHttp(url, settings);
  const responded = once(request, 'response');
  request.end(Buffer.from(body, 'base64url'));
  const [response]: IncomingMessage[] = await responded;
  // What follows the status is not read; an error of the connection that is given up says nothing.
  request.on('error', () => undefined);
  response?.destroy();
  return response?.statusCode ?? 0;
}
