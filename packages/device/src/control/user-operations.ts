/** @module An owner's operations on users, on the machine itself; the same with and without a running device. */
import type { Fingerprint } from '@longwire/protocol';

/** A browser that is paired with a user. */
export interface BrowserSummary {
  readonly fingerprint: Fingerprint;
  readonly name?: string;
}

/** A user, without secrets. */
export interface UserSummary {
  readonly username: string;
  readonly displayName?: string;
  readonly role?: string;
  readonly hasPassword: boolean;
  /** When access ends, in ISO 8601; missing: never. */
  readonly accessEndsAt?: string;
  /** Set once it has ended. */
  readonly hasAccessEnded?: boolean;
  readonly browsers: readonly BrowserSummary[];
}

/** The user to invite. */
export interface InviteRequest {
  readonly username: string;
  /** The role of a new user unless given; an existing one keeps its role. */
  readonly role?: string;
  /** How long the unused password is valid, in milliseconds; 0: for ever. */
  readonly expiresMs?: number;
  /** When access ends, in milliseconds since 1970; null: never; unless given, an existing end stays. */
  readonly accessEndsAtMs?: number | null;
  /** Also for a user who has a browser already. */
  readonly renew?: boolean;
  /** A connection token of the service. */
  readonly sct?: string;
}

/** The values of a pairing link; the password is not stored. */
export interface Invitation {
  readonly username: string;
  readonly password: string;
  readonly sct?: string;
  /** Set if the token is the device's own and the service's answer is unknown: the device does not run, or is not attached. */
  readonly isTokenUntested?: boolean;
  readonly isNew: boolean;
  /** What the device is called. */
  readonly deviceName?: string;
}

/** An owner's operations on users. */
export interface UserOperations {
  users(): Promise<readonly UserSummary[]>;
  /** Gives a new or existing user a new password. @throws EdgeError ERR_ALREADY_EXISTS for one with a browser, unless renewed. */
  invite(request: InviteRequest): Promise<Invitation>;
  /** @throws EdgeError ERR_NOT_FOUND */
  removeUser(request: { readonly username: string }): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND */
  setRole(request: { readonly username: string; readonly role: string }): Promise<void>;
  /** Ends access at a time in milliseconds since 1970, or never by null. @throws EdgeError ERR_NOT_FOUND, ERR_END_OF_ACCESS */
  setAccessEnd(request: { readonly username: string; readonly accessEndsAtMs: number | null }): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND */
  removeBrowser(request: { readonly username: string; readonly fingerprint: Fingerprint }): Promise<void>;
  /** Deletes all users and starts over with a first administrator. Every session ends. */
  reset(request: { readonly sct?: string }): Promise<Invitation>;
}
