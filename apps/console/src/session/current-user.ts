/** @module Asks who the user of this browser is on the device. */

import { EdgeError, StatusError, type Session } from '@longwire/client';
import { meOf, type Me } from './me.ts';

/** Statuses that mean "no user". */
const NO_USER: ReadonlySet<number> = new Set([401, 404]);

/**
 * Asks the device again, where the user was `before`. There is no user only if the device says so and could name one before; a device
 * without user records never could. Another user than the one who logged in is never believed, nor any user after a failed login: a
 * deployed device may treat the connection as that login's user.
 */
export async function readCurrentUser(
  { iam, identity: { login, failedLogin } }: Pick<Session, 'iam' | 'identity'>,
  before: Me | undefined,
): Promise<Me | undefined> {
  if (failedLogin !== undefined) return undefined;
  try {
    const me = meOf(await iam.getMe());
    const isOther = login !== undefined && login.username !== '' && login.username !== me.username;
    return isOther ? undefined : me;
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    const hasNoUser = error instanceof StatusError && NO_USER.has(error.statusCode);
    return hasNoUser && before?.role !== undefined ? undefined : before;
  }
}
