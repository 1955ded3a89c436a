/** @module What stands at the field of the login form after a failed try. */

import { EdgeError, StatusError } from '../wire.ts';

/** Why the last login did not work. */
export type LoginProblem =
  | { readonly kind: 'wrong'; readonly fromLink: boolean }
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** Who was logged in is known to the device no longer. */
  | { readonly kind: 'gone' }
  /** The link was an invite, and its password has been used up. */
  | { readonly kind: 'invite-used' }
  /** Why the device made no user of this name. */
  | { readonly kind: 'name-taken' | 'pairing-off' | 'pairing-denied' }
  /** This browser keeps no certificate, so the device could not know the new user again. */
  | { readonly kind: 'not-rememberable' };

/** Wrong passwords in a row after which the form asks to wait. */
const TRIES_BEFORE_WAIT = 5;

/** How long the form asks to wait, in milliseconds. Reason: a device gives one try back each second, ten at most. */
export const LOGIN_WAIT_MS = 10_000;

const TOO_MANY_TRIES = 429;

const PAIRING_PROBLEMS: Readonly<Record<number, 'name-taken' | 'pairing-off' | 'pairing-denied'>> = {
  401: 'pairing-denied',
  403: 'pairing-denied',
  404: 'pairing-off',
  409: 'name-taken',
};

/** What to say when the device made no user; `undefined` where the error is not about that. */
export function pairingProblemOf(error: unknown): LoginProblem | undefined {
  if (!(error instanceof StatusError)) return undefined;
  const kind = PAIRING_PROBLEMS[error.statusCode];
  return kind === undefined ? undefined : { kind };
}

/** What to say after a failed try, or `undefined` where the error is not about the login. `tries` counts this one. */
export function loginProblemOf(
  error: unknown,
  { tries, fromLink, nowMs }: { readonly tries: number; readonly fromLink: boolean; readonly nowMs: number },
): LoginProblem | undefined {
  if (
    error instanceof StatusError &&
    (error.code === 'ERR_LOGIN_THROTTLED' || error.code === 'ERR_LOGIN_STATUS') &&
    error.statusCode === TOO_MANY_TRIES
  ) {
    return { kind: 'wait', untilMs: nowMs + LOGIN_WAIT_MS };
  }
  if (!(error instanceof EdgeError) || error.code !== 'ERR_INVALID_CREDENTIALS') return undefined;
  if (tries >= TRIES_BEFORE_WAIT) return { kind: 'wait', untilMs: nowMs + LOGIN_WAIT_MS };
  return { kind: 'wrong', fromLink };
}
