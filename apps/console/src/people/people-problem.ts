/** @module What went wrong with a question or a change about people, as something that a person can be told. */

import { EdgeError, StatusError } from '../wire.ts';

/** Why the device did not do it, or is not known to have done it. */
export type PeopleProblem =
  /** The role does not allow it. */
  | { readonly kind: 'denied' }
  /** The user, the browser or the resource is not there. */
  | { readonly kind: 'missing' }
  /** Somebody has this name already. */
  | { readonly kind: 'taken' }
  /** The device does not like the value, and may say why. */
  | { readonly kind: 'refused'; readonly detail: string | undefined }
  /** The connection ended before the answer came: it may have been done. */
  | { readonly kind: 'unsure' }
  /** The device has not seen it. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed'; readonly detail: string };

const BY_STATUS: Readonly<Record<number, 'denied' | 'missing' | 'taken'>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  405: 'missing',
  409: 'taken',
  501: 'missing',
};

const LOST: ReadonlySet<string> = new Set([
  'ERR_NOT_SENT',
  'ERR_SESSION_ENDED',
  'ERR_REQUEST_TIMEOUT',
  'ERR_CONNECTION_CLOSED',
]);

/** What to say of an error of the client's. @throws what is no error of the client's */
export function peopleProblemOf(error: unknown): PeopleProblem {
  if (!(error instanceof EdgeError)) throw error;
  if (error instanceof StatusError) return problemOfStatus(error);
  if (error.code === 'ERR_OUTCOME_UNKNOWN') return { kind: 'unsure' };
  if (LOST.has(error.code)) return { kind: 'lost' };
  return { kind: 'failed', detail: error.message };
}

function problemOfStatus({ statusCode, diagnostic, message }: StatusError): PeopleProblem {
  const known = BY_STATUS[statusCode];
  if (known !== undefined) return { kind: known };
  if (statusCode === 400) return { kind: 'refused', detail: diagnostic };
  return { kind: 'failed', detail: diagnostic ?? message };
}
