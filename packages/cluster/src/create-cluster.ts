/** @module Creates the components for several nodes. */
import type { Clock } from '@longwire/protocol';
import type { Logger } from '@longwire/protocol';
import type { LocalConnections, LiveDirectory } from './ports/live.ts';
import type { Presence } from './ports/presence.ts';
import { Bus } from './bus.ts';
import { ClusterListener } from './cluster-listener.ts';
import { ClusterPresence } from './cluster-presence.ts';
import { DEFAULT_TIMING, type ClusterTiming } from './cluster-timing.ts';
import { DeviceWatches } from './device-watches.ts';
import { NodesDirectory } from './nodes-directory.ts';
import { deviceName, LocalDevices } from './local-devices.ts';
import { PresenceSync } from './presence-sync.ts';
import { RedisKeys } from './redis-keys.ts';
import { RedisTime } from './redis-time.ts';
import { parseRedisUrl } from './redis-url.ts';
import { SessionExchange } from './session-exchange.ts';
import { WatchPoll } from './watch-poll.ts';

/** Options of {@link createCluster}. */
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

/**
 * Connects; while Redis is unreachable it keeps trying, and this node serves its own connections. @throws
 * EdgeError ERR_CONFIG
 */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { nodeId, logger, bufferedBytes, clock } = options;
  const url = parseRedisUrl(options.redis.url);
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const keys = new RedisKeys(options.redis.prefix ?? 'lw:');
  const devices = new LocalDevices();
  const time = new RedisTime();
  const bus = new Bus({ url, nodeId, keys, timing, clock, time, logger });
  const exchange = new SessionExchange({
    send: (node, message) => bus.send(node, message),
    findLocal: (key) => devices.get(deviceName(key))?.attachment,
    timing,
    clock,
    logger,
    bufferedBytes,
  });
  const sync = new PresenceSync({ bus, nodeId, keys, devices, time, logger });
  const watches = new DeviceWatches();
  const presence = new ClusterPresence({
    bus,
    nodeId,
    keys,
    devices,
    sync,
    watches,
    exchange,
    clock,
    logger,
  });
  const directory = new NodesDirectory({ bus, timing, clock });
  await bus.start(new ClusterListener({ devices, exchange, sync, directory }));
  const poll = new WatchPoll({ bus, keys, watches, intervalMs: timing.watchMs, clock, logger });
  return {
    presence,
    get isReady() {
      return bus.isUsable;
    },
    directory(live) {
      directory.serve(live);
      return directory;
    },
    async leave() {
      exchange.leave();
      await bus.leave();
    },
    async [Symbol.asyncDispose]() {
      poll[Symbol.dispose]();
      await bus.close();
    },
  };
}
