/** @module Whether the device's statement about the user of this browser can be shown. Pure. */

import type { SessionState } from '../session/session-state.ts';
import type { PeopleState } from './user-directory.ts';

/**
 * The state without `me` if it cannot be trusted: over an unbound connection, and if the session has no user, because after a failed login
 * a deployed device treats the connection as that login's user.
 */
export function withConfirmedUser(
  read: PeopleState,
  { isBound, me }: Pick<Extract<SessionState, { readonly kind: 'live' }>, 'isBound' | 'me'>,
): PeopleState {
  return isBound && me !== undefined ? read : { ...read, me: { kind: 'value', value: undefined } };
}
