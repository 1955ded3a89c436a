/** @module Every time limit between nodes, with its reason. */

/** Time limits for Redis and other nodes, in milliseconds. */
export interface ClusterTiming {
  /** Interval of a node's heartbeats. */
  readonly beatMs: number;
  /** A node without a heartbeat for this long is dead: its sessions end and its registrations are removed. */
  readonly expiryMs: number;
  /** Time for a response of Redis; after that the connection is closed and reopened. */
  readonly commandMs: number;
  /**
   * How long Redis may be unreachable before sessions across nodes end. A dropped connection is back much
   * sooner.
   */
  readonly graceMs: number;
  /** Time for another node to open a session; below the ten seconds of a login. */
  readonly openMs: number;
  /** Time for the other nodes to list their connections. */
  readonly askMs: number;
  /**
   * Interval of looking for watched devices on other nodes. Reason: a person waits for the device, and one query for
   * all watched devices is cheap.
   */
  readonly watchMs: number;
  /** Time for the last messages to reach Redis when the node stops. */
  readonly leaveMs: number;
}

/** Defaults. */
export const DEFAULT_TIMING: ClusterTiming = {
  beatMs: 1_000,
  expiryMs: 5_000,
  commandMs: 1_500,
  graceMs: 3_000,
  openMs: 4_000,
  askMs: 1_500,
  watchMs: 250,
  leaveMs: 1_000,
};
