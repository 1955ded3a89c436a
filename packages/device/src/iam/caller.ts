/** @module Who is asking. */
import type { Fingerprint } from '@longwire/protocol';
import type { Login } from '../auth/session-identity.ts';
import { findFingerprintOwner, findUser, type IamState, type StoredUser } from './iam-state.ts';

/** What is known about a connection when one of its requests is answered. */
export interface Caller {
  readonly clientFingerprint: Fingerprint;
  readonly login: Login | undefined;
}

/** The user whose password a connection has proven, as long as that password stands. */
export function loggedInUser(state: IamState, { login }: Caller): StoredUser | undefined {
  if (login === undefined || login.username === '') return undefined;
  const user = findUser(state, login.username);
  return user?.passwordEpoch === login.passwordEpoch ? user : undefined;
}

/** Whether a connection has proven the open-pairing password that stands now. */
export function hasOpenPairingLogin({ openPairing }: IamState, { login }: Caller): boolean {
  return login?.username === '' && login.passwordEpoch === openPairing.passwordEpoch;
}

/** The user behind a connection: the owner of its certificate, else the one who logged in, else nobody. */
export function identifyCaller(state: IamState, caller: Caller): StoredUser | undefined {
  return findFingerprintOwner(state, caller.clientFingerprint) ?? loggedInUser(state, caller);
}
