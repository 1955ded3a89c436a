/** @module Port for the ordered feed of revocations. */

/** A revocation. */
export interface Change {
  /** Grows with each change. */
  readonly seq: number;
  /**
   * A token was revoked or withdrawn; a device removed, disabled or given another key; an issuer or product
   * removed.
   */
  readonly kind: 'token' | 'device' | 'issuer' | 'product';
  readonly productId: string;
  readonly deviceId: string | undefined;
  readonly tokenId: string | undefined;
  readonly issuer: string | undefined;
  readonly at: number;
}

/** The feed of revocations, from which open connections are ended; kept for a day. */
export interface Changes {
  /** The number of the newest change, 0 if there are none. */
  latest(): Promise<number>;
  /**
   * The changes after `seq`, oldest first, at most 1,000: call again with the last one's number until it
   * returns none.
   */
  since(seq: number): Promise<readonly Change[]>;
}
