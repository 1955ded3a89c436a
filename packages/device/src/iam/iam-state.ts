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
  readonly fingerprints: readonly StoredFingerprint[];
  readonly sct: string | null;
  readonly notificationCategories: readonly string[];
  readonly oauthSubject: string | null;
  readonly fcm: StoredFcm | null;
}

/** Pairing of new users by a shared password. That password is kept as it is, because the settings show it to those who may see them. */
export interface OpenPairing {
  readonly isEnabled: boolean;
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
  /** The next {@link StoredUser.passwordEpoch}; never used twice, so that a login never outlives its user under the same name. */
  readonly nextPasswordEpoch: number;
}

/** A device that nobody has paired with: no users, open pairing off, invites on. */
export const EMPTY_IAM_STATE: IamState = {
  friendlyName: null,
  users: [],
  openPairing: { isEnabled: false, password: null, passwordEpoch: 0, sct: null, role: null },
  isInvitePairingEnabled: true,
  isLocalOpenPairingEnabled: false,
  nextPasswordEpoch: 1,
};

/** The user of a name. */
export function findUser(state: IamState, username: string): StoredUser | undefined {
  return state.users.find((user) => user.username === username);
}

/** The user that owns a fingerprint. */
export function findFingerprintOwner(state: IamState, fingerprint: Fingerprint): StoredUser | undefined {
  return state.users.find((user) => user.fingerprints.some((entry) => entry.fingerprint === fingerprint));
}

/** A user without rights, password or certificate. */
export function newUser(state: IamState, username: string, sct: string): StoredUser {
  return {
    username,
    displayName: null,
    role: null,
    passwordVerifier: null,
    passwordEpoch: state.nextPasswordEpoch,
    fingerprints: [],
    sct,
    notificationCategories: [],
    oauthSubject: null,
    fcm: null,
  };
}

/** The state with one more user. */
export function withUser(state: IamState, user: StoredUser): IamState {
  return {
    ...state,
    users: [...state.users, user],
    nextPasswordEpoch: Math.max(state.nextPasswordEpoch, user.passwordEpoch + 1),
  };
}

/** The state with a user changed; the user keeps its place. */
export function withChangedUser(state: IamState, username: string, change: Partial<StoredUser>): IamState {
  return {
    ...state,
    users: state.users.map((user) => (user.username === username ? { ...user, ...change } : user)),
  };
}

/** The state with a user's password set (or cleared, by null) and its logins ended. */
export function withPassword(
  state: IamState,
  username: string,
  passwordVerifier: PasswordVerifier | null,
): IamState {
  const passwordEpoch = state.nextPasswordEpoch;
  const changed = withChangedUser(state, username, { passwordVerifier, passwordEpoch });
  return { ...changed, nextPasswordEpoch: passwordEpoch + 1 };
}

/** The state with a user renamed and its logins ended, so that they do not come back with the old name either. */
export function withUsername(state: IamState, from: string, username: string): IamState {
  const passwordEpoch = state.nextPasswordEpoch;
  const changed = withChangedUser(state, from, { username, passwordEpoch });
  return { ...changed, nextPasswordEpoch: passwordEpoch + 1 };
}

/** The state without a user. */
export function withoutUser(state: IamState, username: string): IamState {
  return { ...state, users: state.users.filter((user) => user.username !== username) };
}
