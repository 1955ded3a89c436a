/** @module Whether the device's word on who this browser is can be shown. Pure. */

import type { SessionState } from '../session/session-state.ts';
import type { PeopleState } from './people-book.ts';

/**
 * What a device said, without who this is where the session knows nobody: over a connection that nothing binds the device's word would be no
 * fact, and after a login that failed a device in the field takes the connection for that login's user.
 */
export function withBelievedMe(
  read: PeopleState,
  { isBound, me }: Pick<Extract<SessionState, { readonly kind: 'live' }>, 'isBound' | 'me'>,
): PeopleState {
  return isBound && me !== undefined ? read : { ...read, me: { kind: 'value', value: undefined } };
}
