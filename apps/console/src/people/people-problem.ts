/** @module The error of a question or a change about people, in the kinds that a person can act on. */

import { EdgeError, StatusError } from '@longwire/client';

/** Why the device did not do it, or may not have done it. */
export type PeopleProblem =
  /** The role does not allow it. */
  | { readonly kind: 'denied' }
  /** The user, the browser or the resource does not exist. */
  | { readonly kind: 'missing' }
  /** Another user has this name already. */
  | { readonly kind: 'taken' }
  /** The device rejected the value, and may say why. */
  | { readonly kind: 'refused'; readonly detail: string | undefined }
  /** The request was sent, and no answer came: the change may have been made. */
  | { readonly kind: 'unsure' }
  /** The request never reached the device. */
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

const BY_CODE: Readonly<Record<string, 'unsure' | 'lost'>> = {
  ERR_OUTCOME_UNKNOWN: 'unsure',
  ERR_REQUEST_TIMEOUT: 'unsure',
  ERR_NOT_SENT: 'lost',
  ERR_SESSION_ENDED: 'lost',
};

/** Classifies an error of the client. @throws the error itself if it is not one of the client's */
export function peopleProblemOf(error: unknown): PeopleProblem {
  if (!(error instanceof EdgeError)) throw error;
  if (error instanceof StatusError) return problemOfStatus(error);
  const kind = BY_CODE[error.code];
  return kind === undefined ? { kind: 'failed', detail: error.message } : { kind };
}

function problemOfStatus({ statusCode, diagnostic, message }: StatusError): PeopleProblem {
  const kind = BY_STATUS[statusCode];
  if (kind !== undefined) return { kind };
  if (statusCode === 400) return { kind: 'refused', detail: diagnostic };
  return { kind: 'failed', detail: diagnostic ?? message };
}
