/** @module What an owner does about users on the machine itself: the same whether a device runs there or not. */
import type { Fingerprint } from '@longwire/protocol';

/** A browser that a user is known by. */
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
  readonly browsers: readonly BrowserSummary[];
}

/** Whom to invite. */
export interface InviteRequest {
  readonly username: string;
  /** That of a new user unless given; an existing one keeps its own. */
  readonly role?: string;
  /** How long the password lasts if nobody uses it, in milliseconds; 0: for ever. */
  readonly expiresMs?: number;
  /** Also for a user who has a browser already. */
  readonly renew?: boolean;
  /** A connection token of the service. */
  readonly sct?: string;
}

/** What a pairing link is made of; the password is kept nowhere. */
export interface Invitation {
  readonly username: string;
  readonly password: string;
  readonly sct?: string;
  /** The token is the device's own, and whether the service takes it is not known: the device does not run, or is not attached. */
  readonly isTokenUntested?: boolean;
  readonly isNew: boolean;
}

/** Everything an owner does about users. */
export interface UserOperations {
  users(): Promise<readonly UserSummary[]>;
  /** Gives a user, new or not, a fresh password. @throws EdgeError ERR_ALREADY_EXISTS for one with a browser, unless renewed. */
  invite(request: InviteRequest): Promise<Invitation>;
  /** @throws EdgeError ERR_NOT_FOUND */
  removeUser(request: { readonly username: string }): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND */
  setRole(request: { readonly username: string; readonly role: string }): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND */
  removeBrowser(request: { readonly username: string; readonly fingerprint: Fingerprint }): Promise<void>;
  /** Forgets everybody: back to a first administrator. Every session ends at once. */
  reset(request: { readonly sct?: string }): Promise<Invitation>;
}
