/** @module Whether the device's answer to who this browser is can be shown. Pure. */

import type { SessionState } from '../session/session-state.ts';
import type { PeopleState } from './people-book.ts';

/**
 * The state without `me` where it cannot be trusted: over a connection that nothing binds, and where the session knows nobody, since after a
 * failed login a deployed device treats the connection as that login's user.
 */
export function withBelievedMe(
  read: PeopleState,
  { isBound, me }: Pick<Extract<SessionState, { readonly kind: 'live' }>, 'isBound' | 'me'>,
): PeopleState {
  return isBound && me !== undefined ? read : { ...read, me: { kind: 'value', value: undefined } };
}
