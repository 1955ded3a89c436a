/** @module The message in the login form after a failed try. */

import { EdgeError, StatusError } from '@longwire/client';

interface WrongPassword {
  readonly kind: 'wrong';
  readonly fromLink: boolean;
}

/** Why the last login failed. */
export type LoginProblem =
  | WrongPassword
  /** `last` is undefined if the device did not check the password. */
  | { readonly kind: 'wait'; readonly untilMs: number; readonly last: WrongPassword | undefined }
  /** The device no longer has the user who was logged in. */
  | { readonly kind: 'gone' }
  /** The password is right, and the user's access has ended. */
  | { readonly kind: 'access-ended' }
  /** The link was an invite whose password has been used up. */
  | { readonly kind: 'invite-used' }
  /** Why the device created no user of this name. */
  | { readonly kind: 'name-taken' | 'pairing-off' | 'pairing-denied' }
  /** This browser stores no certificate, so the device could not recognize the new user later. */
  | { readonly kind: 'not-rememberable' };

/** Wrong passwords in a row after which the form asks to wait. */
const TRIES_BEFORE_WAIT = 5;

/** How long the form asks to wait, in milliseconds. Reason: a device restores one try each second, up to ten. */
export const LOGIN_WAIT_MS = 10_000;

const TOO_MANY_TRIES = 429;

const PAIRING_PROBLEMS: Readonly<Record<number, 'name-taken' | 'pairing-off' | 'pairing-denied'>> = {
  401: 'pairing-denied',
  403: 'pairing-denied',
  404: 'pairing-off',
  409: 'name-taken',
};

/** The message if the device created no user; `undefined` for any other error. */
export function pairingProblemOf(error: unknown): LoginProblem | undefined {
  if (!(error instanceof StatusError)) return undefined;
  const kind = PAIRING_PROBLEMS[error.statusCode];
  return kind === undefined ? undefined : { kind };
}

/** The message after a failed try, or `undefined` if the error is not about the login. `tries` includes this one. */
export function loginProblemOf(
  error: unknown,
  { tries, fromLink, nowMs }: { readonly tries: number; readonly fromLink: boolean; readonly nowMs: number },
): LoginProblem | undefined {
  if (
    error instanceof StatusError &&
    (error.code === 'ERR_LOGIN_THROTTLED' || error.code === 'ERR_LOGIN_STATUS') &&
    error.statusCode === TOO_MANY_TRIES
  ) {
    return { kind: 'wait', untilMs: nowMs + LOGIN_WAIT_MS, last: undefined };
  }
  if (!(error instanceof EdgeError)) return undefined;
  if (error.code === 'ERR_ACCESS_ENDED') return { kind: 'access-ended' };
  if (error.code !== 'ERR_INVALID_CREDENTIALS') return undefined;
  const last = { kind: 'wrong', fromLink } as const;
  return tries >= TRIES_BEFORE_WAIT ? { kind: 'wait', untilMs: nowMs + LOGIN_WAIT_MS, last } : last;
}
