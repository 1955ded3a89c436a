/** @module Gives a push message to the push service of a browser (RFC 8030). */
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { PushMessage } from '../ports/push.ts';
import { publicLookup, requirePublicUrl } from '../request/public-lookup.ts';
import { sendRequest } from '../request/send-request.ts';

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
  const response = await sendRequest(url, {
    method: 'POST',
    headers: {
      authorization: await authorize(url),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl,
      urgency,
    },
    lookup: isNamed ? lookup : publicLookup(lookup, REMEDY),
    body: Buffer.from(body, 'base64url'),
    timeoutMs,
  });
  response.destroy();
  return response.statusCode ?? 0;
}
