/** @module Every limit of the service, with its unit and reason. */

/** What one peer, address or device may cost the service. */
export interface Limits {
  /**
   * Largest frame of a client, and largest relayed message, in bytes. A session description of many tracks
   * stays below 20 KiB.
   */
  readonly frameBytes: number;
  /**
   * Time from the open socket to the login (or attachment) response, in milliseconds; then the socket closes
   * with 4007.
   */
  readonly loginTimeoutMs: number;
  /**
   * Interval of pings, in milliseconds; below the 30 s or more after which NATs and proxies drop idle
   * connections.
   */
  readonly pingIntervalMs: number;
  /** Unanswered pings after which a socket ends. */
  readonly missedPings: number;
  /** Sustained messages per second from a client, or from a device within one session. */
  readonly messagesPerSecond: number;
  /** Messages in a burst: a login, an offer and all its candidates. */
  readonly messageBurst: number;
  /** Buffered output and unhandled input per socket, in bytes. */
  readonly bufferedBytes: number;
  /**
   * Largest frame of a device, in bytes; up to 512 KiB. It holds a client's frame as a JSON string, where one
   * byte can take six characters.
   */
  readonly attachmentFrameBytes: number;
  /**
   * Open sockets of a node. Beyond this, the oldest that has not logged in ends, and upgrades get 503 if all
   * have. Each socket takes a file descriptor and some kilobytes.
   */
  readonly sockets: number;
  /**
   * Open sockets per IPv4 address or IPv6 /64 network that have logged in, and the same number that have not:
   * a household or small office shares one. Beyond this, a login is closed with 1013, and the oldest that has
   * not logged in ends.
   */
  readonly socketsPerAddress: number;
  /**
   * Open connections per address in addition to its sockets; beyond this, the oldest is closed. A browser
   * opens six.
   */
  readonly connectionsPerAddress: number;
  /**
   * Logins and attachments per address in a burst; beyond this, they are closed with 1013. After a restart
   * all sockets of an address return at once.
   */
  readonly loginBurst: number;
  /**
   * Sustained logins and attachments per second and address. Each costs a database query and a row of the
   * audit record.
   */
  readonly loginsPerSecond: number;
  /**
   * Clients of a node that wait for their device to attach. Beyond this, one more is closed with 1013 and asks again
   * later, as without the extension. Each holds a socket and does nothing.
   */
  readonly waitingClients: number;
  /** The same for one connection token: a page or two for each of a user's browsers. */
  readonly waitingPerToken: number;
  /**
   * How long a client may wait, in milliseconds; then it gets 4003 and may ask to wait again. A token that expired
   * meanwhile is noticed then; a revoked one ends the wait at once.
   */
  readonly waitMs: number;
  /** Open client sessions per device. */
  readonly clientsPerDevice: number;
  /** Connection tokens that a device may announce, one or more for each of its users; up to 1,024. */
  readonly tokensPerDevice: number;
  /** Time for the peer to answer a close frame, in milliseconds; then the TCP connection is closed. */
  readonly closeTimeoutMs: number;
  /**
   * Time from the stop signal, when the service reports that it is not ready, until its sockets close, in
   * milliseconds: load balancers need to notice.
   */
  readonly drainDelayMs: number;
  /** Time for HTTP requests in progress when the service stops, in milliseconds; then they are aborted. */
  readonly shutdownGraceMs: number;
  /**
   * Time for the headers of an HTTP request or upgrade, in milliseconds: a slow sender must not hold a
   * socket.
   */
  readonly headersTimeoutMs: number;
  /** Time for a whole HTTP request, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** Defaults. */
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
  waitingClients: 10_000,
  waitingPerToken: 16,
  waitMs: 15 * 60_000,
  clientsPerDevice: 32,
  tokensPerDevice: 1_000,
  closeTimeoutMs: 3_000,
  drainDelayMs: 0,
  shutdownGraceMs: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
};
