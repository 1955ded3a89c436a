/** @module Origin of a socket, for the log and the audit record. */

/** Known facts about a socket before its first message. */
export interface SocketOrigin {
  /** The id of its upgrade request. */
  readonly requestId: string;
  readonly address: string;
}
