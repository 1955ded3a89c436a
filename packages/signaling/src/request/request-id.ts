/** @module Request ids, used in the log, the audit record and the response. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Accepted ids from a proxy. Reason: they are logged verbatim. */
const GIVEN_ID = /^[A-Za-z0-9._-]{1,64}$/;
const ID_BYTES = 9;

/** Header with the id, in requests and responses. */
export const REQUEST_ID_HEADER = 'x-request-id';

const ids = new WeakMap<object, string>();

/** The id of a request, stable across calls: a valid one from a trusted proxy, else a random one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string {
  const cached = ids.get(request);
  if (cached !== undefined) return cached;
  const given = trustProxy ? request.headers[REQUEST_ID_HEADER] : undefined;
  const id =
    typeof given === 'string' && GIVEN_ID.test(given) ? given : randomBytes(ID_BYTES).toString('base64url');
  ids.set(request, id);
  return id;
}
