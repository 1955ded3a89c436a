/** @module One id for each request and each upgrade: it stands in the log, in the audit record and in the answer. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a proxy may call a request. Reason: it goes into the log and the audit record as it is. */
const GIVEN_ID = /^[A-Za-z0-9._-]{1,64}$/;
const ID_BYTES = 9;

/** The header that carries the id, both ways. */
export const REQUEST_ID_HEADER = 'x-request-id';

const ids = new WeakMap<object, string>();

/** The id of a request or upgrade, the same each time it is asked for: the one of a trusted proxy if that gave a sane one, else a fresh one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = trustProxy ? request.headers[REQUEST_ID_HEADER] : undefined;
  const id =
    typeof given === 'string' && GIVEN_ID.test(given) ? given : randomBytes(ID_BYTES).toString('base64url');
  ids.set(request, id);
  return id;
}
