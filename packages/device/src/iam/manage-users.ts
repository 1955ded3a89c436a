/** @module The owner's operations on users: pure, from a state to a new one. */
import {
  checkDisplayName,
  checkSct,
  checkUsername,
  EdgeError,
  passwordVerifier,
  type Fingerprint,
} from '@longwire/protocol';
import { accessEndAt, hasAccessEnded } from './access-end.ts';
import { GUEST_ROLE } from './default-config.ts';
import { createInitialState, type InitialStateOptions } from './initial-state.ts';
import { hasRole, type IamConfig } from './iam-config.ts';
import {
  findUser,
  newUser,
  withChangedUser,
  withoutUser,
  withPassword,
  withUser,
  type IamState,
  type StoredUser,
} from './iam-state.ts';

/** An invite with its password. */
export interface PreparedInvite {
  readonly username: string;
  readonly password: string;
  /** The connection token of a user who has none. */
  readonly sct: string;
  readonly expiresAtMs: number | null;
  readonly role?: string | undefined;
  readonly displayName?: string | undefined;
  /** Replaces the user's connection token. */
  readonly givenSct?: string | undefined;
  /** When the user's access ends; unless given, an existing end stays. */
  readonly accessEndsAtMs?: number | null | undefined;
  readonly nowMs: number;
}

/** @throws EdgeError ERR_NOT_FOUND */
function requireUser(state: IamState, username: string): StoredUser {
  const user = findUser(state, username);
  if (user === undefined) throw new EdgeError('ERR_NOT_FOUND', `user '${username}' does not exist`);
  return user;
}

/** @throws EdgeError ERR_NOT_FOUND */
function requireRole(config: IamConfig, role: string): string {
  if (!hasRole(config, role))
    throw new EdgeError(
      'ERR_NOT_FOUND',
      `role '${role}' does not exist: choose one of ${config.roles.map(({ id }) => id).join(', ')}`,
    );
  return role;
}

/** The state with a new user. @throws EdgeError ERR_USERNAME, ERR_USER_LIMIT */
function withInvitedUser(state: IamState, config: IamConfig, username: string, sct: string): IamState {
  checkUsername(username);
  if (state.users.length >= config.maxUsers)
    throw new EdgeError('ERR_USER_LIMIT', `cannot add a user: the limit is ${config.maxUsers}`);
  return withUser(state, { ...newUser(state, username, sct), role: GUEST_ROLE });
}

/**
 * The state where a new or existing user has a one-time password. A new one has the least role unless another is given.
 * @throws EdgeError ERR_USERNAME, ERR_DISPLAY_NAME, ERR_NOT_FOUND for a role that does not exist, ERR_USER_LIMIT, ERR_END_OF_ACCESS
 */
export function withInvite(state: IamState, config: IamConfig, invite: PreparedInvite): IamState {
  const { username, password, expiresAtMs, sct, displayName, givenSct, accessEndsAtMs, nowMs } = invite;
  const isNew = findUser(state, username) === undefined;
  const base = isNew ? withInvitedUser(state, config, username, sct) : state;
  const user = requireUser(base, username);
  const role = invite.role ?? user.role;
  const accessEnd = accessEndsAtMs === undefined ? user.accessEnd : accessEndAt(accessEndsAtMs, nowMs);
  if (hasAccessEnded({ accessEnd }, nowMs))
    throw new EdgeError('ERR_END_OF_ACCESS', `access of user '${username}' has ended: give another end`);
  const changed = withChangedUser(base, username, {
    role: role === null ? null : requireRole(config, role),
    ...(displayName === undefined ? {} : { displayName: checkDisplayName(displayName) }),
    sct: givenSct === undefined ? (user.sct ?? sct) : checkSct(givenSct),
    accessEnd,
  });
  return withPassword(changed, username, passwordVerifier(password), expiresAtMs);
}

/** The state without a user. @throws EdgeError ERR_NOT_FOUND */
export function withRemovedUser(state: IamState, username: string): IamState {
  return withoutUser(state, requireUser(state, username).username);
}

/** The state where a user has another role, or none. @throws EdgeError ERR_NOT_FOUND for the user or the role. */
export function withRole(
  state: IamState,
  config: IamConfig,
  username: string,
  role: string | null,
): IamState {
  const user = requireUser(state, username);
  return withChangedUser(state, user.username, { role: role === null ? null : requireRole(config, role) });
}

/** The state where a user's access has another end, or none. @throws EdgeError ERR_NOT_FOUND, ERR_END_OF_ACCESS */
export function withAccessEnd(
  state: IamState,
  username: string,
  { atMs, nowMs }: { readonly atMs: number | null; readonly nowMs: number },
): IamState {
  const user = requireUser(state, username);
  return withChangedUser(state, user.username, { accessEnd: accessEndAt(atMs, nowMs) });
}

/** The state where a user has one browser less. @throws EdgeError ERR_NOT_FOUND for the user or the browser. */
export function withoutFingerprint(state: IamState, username: string, removed: Fingerprint): IamState {
  const user = requireUser(state, username);
  const fingerprints = user.fingerprints.filter(({ fingerprint }) => fingerprint !== removed);
  if (fingerprints.length === user.fingerprints.length)
    throw new EdgeError('ERR_NOT_FOUND', `user '${username}' has no such browser`);
  return withChangedUser(state, username, { fingerprints });
}

/** Replaces a state by an initial one: all logins end, and the device keeps its name. */
export function withFreshUsers(state: IamState, options: InitialStateOptions): IamState {
  checkUsername(options.username);
  const first = createInitialState({ ...options, nextEpoch: state.nextPasswordEpoch });
  return { ...first, friendlyName: state.friendlyName };
}
