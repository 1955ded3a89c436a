/** @module This node's part of a cluster. */
import type { Clock, Logger } from '@longwire/protocol';
import type { ClusterTiming } from './cluster-timing.ts';
import type { LocalConnections, LiveDirectory } from './ports/live.ts';
import type { Presence } from './ports/presence.ts';

/** Options of `createCluster()`. */
export interface ClusterOptions {
  readonly redis: {
    /** `redis://` or `rediss://`, with user and password if Redis requires them. */
    readonly url: string;
    /** Prefix of all keys; services that share a Redis need different ones. Default `lw:`. */
    readonly prefix?: string | undefined;
  };
  /** A new id for each start of a process. */
  readonly nodeId: string;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly bufferedBytes: number;
  readonly timing?: Partial<ClusterTiming>;
}

/** This node's part of the cluster. */
export interface Cluster extends AsyncDisposable {
  readonly presence: Presence;
  /** Whether other nodes are reachable. */
  readonly isReady: boolean;
  /** Lists connections of all nodes; `live` lists those of this node. */
  directory(live: LocalConnections): LiveDirectory;
  /**
   * Call before closing this node's sockets: sessions end with 1012 on the other nodes, and these no longer
   * find its devices.
   */
  leave(): Promise<void>;
}
