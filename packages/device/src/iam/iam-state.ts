/** @module The stored users and settings of a device. */
import type { Fingerprint, PasswordVerifier } from '@longwire/protocol';
import type { QuietHours, StoredPush } from './push-settings.ts';

/** A browser certificate that a user owns. */
export interface StoredFingerprint {
  readonly fingerprint: Fingerprint;
  readonly name: string | null;
}

/** The target of a user's push messages. */
export interface StoredFcm {
  readonly token: string;
  readonly projectId: string;
}

/** When a user's access ends. */
export interface AccessEnd {
  /** In milliseconds since 1970. */
  readonly atMs: number;
  /** Whether the device has seen it come: it stays so, whatever the clock says later. */
  readonly hasPassed: boolean;
}

/** One user. The password itself is not stored. */
export interface StoredUser {
  readonly username: string;
  readonly displayName: string | null;
  readonly role: string | null;
  /** SHA-256 of the password in hex, as the login needs it; null: no password login. */
  readonly passwordVerifier: PasswordVerifier | null;
  /** Changes whenever the password is set or cleared, which ends the logins made with the old one. */
  readonly passwordEpoch: number;
  /** When an unused password that another user has set expires, in milliseconds since 1970; null: never. */
  readonly passwordExpiresAtMs: number | null;
  readonly fingerprints: readonly StoredFingerprint[];
  readonly sct: string | null;
  readonly notificationCategories: readonly string[];
  /** The subject in an issuer's tokens; a subject that two users have identifies neither. */
  readonly oauthSubject: string | null;
  /** Changes with the subject and with the name, which ends the logins made by an earlier token. */
  readonly oauthEpoch: number;
  readonly fcm: StoredFcm | null;
  /** Hashes of the ids of the connection tokens that the user has logged in with, the newest last. */
  readonly loginTokens: readonly string[];
  /** When the user's access ends; null: never. */
  readonly accessEnd: AccessEnd | null;
  /** The browsers that get push messages, the newest last. */
  readonly pushes: readonly StoredPush[];
  /** When they get none; null: never. */
  readonly quietHours: QuietHours | null;
}

/** Most tokens that are stored per user. Reason: one per household, and some that were replaced; a limit per user means that users cannot push out each other's. */
const MAX_LOGIN_TOKENS = 8;

/** Pairing of new users by a shared password. That password is stored in plain text, because the settings show it to those with the right. */
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

/** The state of a device without users: open pairing off, invites on. */
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

/** The user with a name. */
export function findUser(state: IamState, username: string): StoredUser | undefined {
  return state.users.find((user) => user.username === username);
}

/** The user that owns a fingerprint. */
export function findFingerprintOwner(state: IamState, fingerprint: Fingerprint): StoredUser | undefined {
  return state.users.find((user) => user.fingerprints.some((entry) => entry.fingerprint === fingerprint));
}

/** The one user with an OAuth subject; undefined if several have it. */
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
    accessEnd: null,
    pushes: [],
    quietHours: null,
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

/** The state with a user changed; the order of users is kept. */
export function withChangedUser(state: IamState, username: string, change: Partial<StoredUser>): IamState {
  return {
    ...state,
    users: state.users.map((user) => (user.username === username ? { ...user, ...change } : user)),
  };
}

/** The state with a user changed, and a new epoch for the logins that the change ends. */
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

/** The state with a connection token added to those a user has logged in with, unless it is stored already or the user does not exist. */
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
