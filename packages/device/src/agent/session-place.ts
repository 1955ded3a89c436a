/** @module A session's place at the device: the facts that decide whether it is kept. */

/** The user who has logged in on a session. */
export interface PlaceUser {
  readonly username: string;
  /** Whether the user may manage users. */
  readonly isAdministrator: boolean;
}

/** A session's connection token. */
export interface PlaceToken {
  readonly tokenId: string;
  /** Whether a user has logged in with this token before. */
  readonly isTokenProven: boolean;
}

/** The facts about a session that its place depends on. */
export interface SessionPlace extends PlaceToken {
  /** Undefined before its login. */
  readonly user: PlaceUser | undefined;
}

/** The decision about a session that asks for a place: a free one, that of another session, or none. */
export type Admission<T> =
  | { readonly kind: 'admit' }
  | { readonly kind: 'replace'; readonly evicted: T }
  | { readonly kind: 'refuse' };
