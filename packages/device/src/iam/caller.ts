/** @module Identifies the caller of a request. */
import type { Fingerprint } from '@longwire/protocol';
import type { Login, OauthLogin, SessionIdentity } from '../auth/session-identity.ts';
import { entitled } from './access-end.ts';
import {
  findFingerprintOwner,
  findSubjectOwner,
  findUser,
  type IamState,
  type StoredUser,
} from './iam-state.ts';

/** The facts about a connection when one of its requests is answered. */
export interface Caller {
  readonly clientFingerprint: Fingerprint;
  readonly login: Login | undefined;
  readonly oauthLogin: OauthLogin | undefined;
}

/** The identity of a connection's caller. */
export function callerOf({ clientFingerprint, login, oauthLogin }: SessionIdentity): Caller {
  return { clientFingerprint, login, oauthLogin };
}

/** The user whose password a connection has proven, as long as that password is valid. */
export function loggedInUser(state: IamState, { login }: Pick<Caller, 'login'>): StoredUser | undefined {
  if (login === undefined || login.username === '') return undefined;
  const user = findUser(state, login.username);
  return user?.passwordEpoch === login.passwordEpoch ? user : undefined;
}

/** Whether a connection has proven the current open-pairing password. */
export function hasOpenPairingLogin({ openPairing }: IamState, { login }: Pick<Caller, 'login'>): boolean {
  return login?.username === '' && login.passwordEpoch === openPairing.passwordEpoch;
}

/** The user whom a connection's OAuth token named, as long as the token would still name it. */
export function tokenUser(
  state: IamState,
  { oauthLogin }: Pick<Caller, 'oauthLogin'>,
): StoredUser | undefined {
  if (oauthLogin === undefined) return undefined;
  const user = findSubjectOwner(state, oauthLogin.subject);
  return user?.oauthEpoch === oauthLogin.oauthEpoch ? user : undefined;
}

/** The user behind a connection: the owner of its certificate, else the one logged in by password, else by token, else undefined. */
export function identifyCaller(state: IamState, caller: Caller): StoredUser | undefined {
  return (
    findFingerprintOwner(state, caller.clientFingerprint) ??
    loggedInUser(state, caller) ??
    tokenUser(state, caller)
  );
}

/** The user whose rights a connection has: the one behind it, until their access ends. */
export function entitledUser(state: IamState, caller: Caller, nowMs: number): StoredUser | undefined {
  return entitled(identifyCaller(state, caller), nowMs);
}
