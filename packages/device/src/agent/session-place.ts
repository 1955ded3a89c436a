/** @module A session's place at the device: what decides whether it is kept. */

/** Who has logged in on a session. */
export interface PlaceUser {
  readonly username: string;
  /** May manage users. */
  readonly isAdministrator: boolean;
}

/** How a session came. */
export interface PlaceToken {
  readonly tokenId: string;
  /** Whether a user has logged in with this token before. */
  readonly isTokenProven: boolean;
}

/** A session, as far as its place depends on it. */
export interface SessionPlace extends PlaceToken {
  /** Undefined before its login. */
  readonly user: PlaceUser | undefined;
}

/** What becomes of a session that asks for a place: it gets a free one or that of another session, or none. */
export type Admission<T> =
  | { readonly kind: 'admit' }
  | { readonly kind: 'replace'; readonly evicted: T }
  | { readonly kind: 'refuse' };
