/** @module Where a socket comes from, as it stands in the log and in the audit record. */

/** What is known of a socket before anything is said on it. */
export interface SocketOrigin {
  /** The id of its upgrade request. */
  readonly requestId: string;
  readonly address: string;
}
