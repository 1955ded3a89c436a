/** @module What a device remembers about its users and settings. */
import type { Fingerprint, PasswordVerifier } from '@longwire/protocol';

/** A browser certificate that a user owns. */
export interface StoredFingerprint {
  readonly fingerprint: Fingerprint;
  readonly name: string | null;
}

/** Where a user's push messages go. */
export interface StoredFcm {
  readonly token: string;
  readonly projectId: string;
}

/** One user. The password itself is never kept. */
export interface StoredUser {
  readonly username: string;
  readonly displayName: string | null;
  readonly role: string | null;
  /** SHA-256 of the password in hex, which is what the login needs; null: no password login. */
  readonly passwordVerifier: PasswordVerifier | null;
  /** Changes whenever the password is set or cleared, which ends the logins made with the old one. */
  readonly passwordEpoch: number;
  /** When a password that somebody else has set, and nobody has used yet, ends, in milliseconds since 1970; null: never. */
  readonly passwordExpiresAtMs: number | null;
  readonly fingerprints: readonly StoredFingerprint[];
  readonly sct: string | null;
  readonly notificationCategories: readonly string[];
  /** Whom an issuer's tokens name; a subject that two users have names nobody. */
  readonly oauthSubject: string | null;
  /** Changes with the subject and with the name, which ends the logins made by an earlier token. */
  readonly oauthEpoch: number;
  readonly fcm: StoredFcm | null;
  /** Hashes of the ids of the connection tokens that the user has logged in with, the newest last. */
  readonly loginTokens: readonly string[];
}

/** Most tokens that are remembered for a user. Reason: one a household, and some that were replaced; with a limit for each user none pushes out another's. */
const MAX_LOGIN_TOKENS = 8;

/** Pairing of new users by a shared password. That password is kept as it is, because the settings show it to those who may see them. */
export interface OpenPairing {
  readonly isEnabled: boolean;
  /** When it closes by itself, in milliseconds since 1970; null: it does not. */
  readonly closesAtMs: number | null;
  readonly password: string | null;
  readonly passwordEpoch: number;
  readonly sct: string | null;
  /** The role that a newly paired user gets. */
  readonly role: string | null;
}

/** Everything that survives a restart. */
export interface IamState {
  readonly friendlyName: string | null;
  readonly users: readonly StoredUser[];
  readonly openPairing: OpenPairing;
  readonly isInvitePairingEnabled: boolean;
  readonly isLocalOpenPairingEnabled: boolean;
  /** The next epoch of a password or subject; never used twice, so that a login never outlives its user under the same name. */
  readonly nextPasswordEpoch: number;
}

/** A device that nobody has paired with: no users, open pairing off, invites on. */
export const EMPTY_IAM_STATE: IamState = {
  friendlyName: null,
  users: [],
  openPairing: {
    isEnabled: false,
    closesAtMs: null,
    password: null,
    passwordEpoch: 0,
    sct: null,
    role: null,
  },
  isInvitePairingEnabled: true,
  isLocalOpenPairingEnabled: false,
  nextPasswordEpoch: 1,
};

/** The user of a name. */
export function findUser(state: IamState, username: string): StoredUser | undefined {
  return state.users.find((user) => user.username === username);
}

/** Whether an invited user has let the time pass to use the password. */
export function isPasswordExpired({ passwordExpiresAtMs }: StoredUser, nowMs: number): boolean {
  return passwordExpiresAtMs !== null && nowMs >= passwordExpiresAtMs;
}

/** The user that owns a fingerprint. */
export function findFingerprintOwner(state: IamState, fingerprint: Fingerprint): StoredUser | undefined {
  return state.users.find((user) => user.fingerprints.some((entry) => entry.fingerprint === fingerprint));
}

/** The one user that an OAuth subject names; nobody where several have it. */
export function findSubjectOwner({ users }: IamState, subject: string): StoredUser | undefined {
  const owners = users.filter((user) => user.oauthSubject === subject);
  return owners.length === 1 ? owners[0] : undefined;
}

/** A user without rights, password or certificate. */
export function newUser(state: IamState, username: string, sct: string): StoredUser {
  return {
    username,
    displayName: null,
    role: null,
    passwordVerifier: null,
    passwordEpoch: state.nextPasswordEpoch,
    passwordExpiresAtMs: null,
    fingerprints: [],
    sct,
    notificationCategories: [],
    oauthSubject: null,
    oauthEpoch: state.nextPasswordEpoch,
    fcm: null,
    loginTokens: [],
  };
}

/** The state with one more user. */
export function withUser(state: IamState, user: StoredUser): IamState {
  return {
    ...state,
    users: [...state.users, user],
    nextPasswordEpoch: Math.max(state.nextPasswordEpoch, user.passwordEpoch + 1, user.oauthEpoch + 1),
  };
}

/** The state with a user changed; the user keeps its place. */
export function withChangedUser(state: IamState, username: string, change: Partial<StoredUser>): IamState {
  return {
    ...state,
    users: state.users.map((user) => (user.username === username ? { ...user, ...change } : user)),
  };
}

/** The state with a user changed, and a new epoch for what the change ends. */
function withNewEpoch(
  state: IamState,
  username: string,
  change: (epoch: number) => Partial<StoredUser>,
): IamState {
  const epoch = state.nextPasswordEpoch;
  return { ...withChangedUser(state, username, change(epoch)), nextPasswordEpoch: epoch + 1 };
}

/** The state with a user's password set (or cleared, by null) and its logins ended. */
export function withPassword(
  state: IamState,
  username: string,
  passwordVerifier: PasswordVerifier | null,
  passwordExpiresAtMs: number | null = null,
): IamState {
  return withNewEpoch(state, username, (passwordEpoch) => ({
    passwordVerifier,
    passwordEpoch,
    passwordExpiresAtMs,
  }));
}

/** The state with a user's OAuth subject set (or cleared, by null) and the logins by tokens ended. */
export function withOauthSubject(state: IamState, username: string, oauthSubject: string | null): IamState {
  return withNewEpoch(state, username, (oauthEpoch) => ({ oauthSubject, oauthEpoch }));
}

/** The state with a user renamed and its logins ended, so that they do not come back with the old name either. */
export function withUsername(state: IamState, from: string, username: string): IamState {
  return withNewEpoch(state, from, (epoch) => ({ username, passwordEpoch: epoch, oauthEpoch: epoch }));
}

/** The state where a user has logged in with a connection token, unless it is known already or there is no such user. */
export function withLoginToken(state: IamState, username: string, token: string): IamState {
  const user = findUser(state, username);
  if (user === undefined || user.loginTokens.includes(token)) return state;
  return withChangedUser(state, username, {
    loginTokens: [...user.loginTokens, token].slice(-MAX_LOGIN_TOKENS),
  });
}

/** The state without a user. */
export function withoutUser(state: IamState, username: string): IamState {
  return { ...state, users: state.users.filter((user) => user.username !== username) };
}
