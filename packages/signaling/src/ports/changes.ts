/** @module What took rights away, in the order in which it happened, as a port. */

/** Something that was good before and is not any more. */
export interface Change {
  /** Grows with each change. */
  readonly seq: number;
  /** A token was revoked or withdrawn; a device removed, disabled or given another key; an issuer or product removed. */
  readonly kind: 'token' | 'device' | 'issuer' | 'product';
  readonly productId: string;
  readonly deviceId: string | undefined;
  readonly tokenId: string | undefined;
  readonly issuer: string | undefined;
  readonly at: number;
}

/** The feed of changes, for whoever has to end connections; kept for a day. */
export interface Changes {
  /** The number of the newest change, 0 when there never was one. */
  latest(): Promise<number>;
  /** The changes after `seq`, oldest first, at most 1,000: ask again with the last one's number until there are none. */
  since(seq: number): Promise<readonly Change[]>;
}
