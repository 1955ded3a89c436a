/** @module Every limit of the service, by name, with its unit and its reason. */

/** What one peer, address or device may cost the service. */
export interface Limits {
  /** Largest frame of a client, and largest relayed message, in bytes. A session description of many tracks stays below 20 KiB. */
  readonly frameBytes: number;
  /** Time from the open socket to the answered login (or attachment), in milliseconds; later closes with 4007. */
  readonly loginTimeoutMs: number;
  /** Time between two pings, in milliseconds; below the 30 s and more after which NATs and proxies forget a quiet connection. */
  readonly pingIntervalMs: number;
  /** So many unanswered pings end a socket. */
  readonly missedPings: number;
  /** Messages a second that a client, or a device within one session, may send for long. */
  readonly messagesPerSecond: number;
  /** Messages that may come at once: a login, an offer and all its candidates. */
  readonly messageBurst: number;
  /** Unsent output kept for one socket, and unhandled input kept from one, in bytes. */
  readonly bufferedBytes: number;
  /** Largest frame of a device, in bytes; up to 512 KiB. A client's frame as a JSON string, where one byte can take six characters. */
  readonly attachmentFrameBytes: number;
  /** Open sockets of a node; beyond, the oldest that has not logged in ends, and upgrades get 503 where all have. Each takes a file descriptor and some kilobytes. */
  readonly sockets: number;
  /**
   * Open sockets of one IPv4 address or IPv6 /64 network that have logged in, and as many again that have not. A household or a small office is behind one.
   * Beyond, a login is closed with 1013, and the oldest that has not logged in ends.
   */
  readonly socketsPerAddress: number;
  /** Open connections of one address beside its sockets; beyond, the oldest is cut. A browser has six. */
  readonly connectionsPerAddress: number;
  /** Logins and attachments of one address that may be tried at once; beyond, they are closed with 1013. All sockets of an address come back at once after a restart. */
  readonly loginBurst: number;
  /** Logins and attachments of one address a second, for long. Each is a look into the database and a row of the audit record. */
  readonly loginsPerSecond: number;
  /** Open client sessions of one device. */
  readonly clientsPerDevice: number;
  /** Connection tokens that one device may have announced, one or more for each of its users; up to 1,024. */
  readonly tokensPerDevice: number;
  /** Time for the other side to answer a close, in milliseconds, before the TCP connection is cut. */
  readonly closeTimeoutMs: number;
  /** Time from a signal to stop, when the service says that it is not ready any more, to the end of its sockets, in milliseconds: for a load balancer to look. */
  readonly drainDelayMs: number;
  /** Time for HTTP requests that are being answered when the service stops, in milliseconds; then they are cut. */
  readonly shutdownGraceMs: number;
  /** Time for the headers of an HTTP request, an upgrade included, in milliseconds: a slow sender holds no socket for long. */
  readonly headersTimeoutMs: number;
  /** Time for a whole HTTP request, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** The limits that hold unless the configuration says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  frameBytes: 64 * 1024,
  loginTimeoutMs: 10_000,
  pingIntervalMs: 20_000,
  missedPings: 2,
  messagesPerSecond: 30,
  messageBurst: 100,
  bufferedBytes: 1024 * 1024,
  attachmentFrameBytes: 512 * 1024,
  sockets: 50_000,
  socketsPerAddress: 256,
  connectionsPerAddress: 256,
  loginBurst: 1_000,
  loginsPerSecond: 20,
  clientsPerDevice: 32,
  tokensPerDevice: 1_000,
  closeTimeoutMs: 3_000,
  drainDelayMs: 0,
  shutdownGraceMs: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
};
