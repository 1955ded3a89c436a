/** @module Every time limit between the nodes, by name, with its reason. */

/** How long nodes wait for Redis and for each other, in milliseconds. */
export interface ClusterTiming {
  /** Time between two signs of life of a node. */
  readonly beatMs: number;
  /** A node without a sign of life for so long is dead: what it shared is ended, what it registered is gone. */
  readonly expiryMs: number;
  /** Time for an answer of Redis; longer, and the connection is given up and made again. */
  readonly commandMs: number;
  /** So long may Redis be away before the sessions across nodes are ended. A dropped connection is back much sooner. */
  readonly graceMs: number;
  /** Time for another node to open a session; below the ten seconds of a login. */
  readonly openMs: number;
  /** Time for the other nodes to say who is connected to them. */
  readonly askMs: number;
  /** Time for what was said last to reach Redis when the node stops. */
  readonly leaveMs: number;
}

/** The times that hold unless a test says otherwise. */
export const DEFAULT_TIMING: ClusterTiming = {
  beatMs: 1_000,
  expiryMs: 5_000,
  commandMs: 1_500,
  graceMs: 3_000,
  openMs: 4_000,
  askMs: 1_500,
  leaveMs: 1_000,
};
