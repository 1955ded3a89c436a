/** @module Puts the nodes' side of the service together. */
import { systemClock, type Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { LiveConnections, LiveDirectory } from '../ports/live.ts';
import type { Presence } from '../ports/presence.ts';
import { Bus } from './bus.ts';
import { ClusterListener } from './cluster-listener.ts';
import { ClusterPresence } from './cluster-presence.ts';
import { DEFAULT_TIMING, type ClusterTiming } from './cluster-timing.ts';
import { NodesDirectory } from './nodes-directory.ts';
import { deviceName, OwnDevices } from './own-devices.ts';
import { PresenceSync } from './presence-sync.ts';
import { RedisKeys } from './redis-keys.ts';
import { RedisTime } from './redis-time.ts';
import { parseRedisUrl } from './redis-url.ts';
import { SessionExchange } from './session-exchange.ts';

/** What belonging to a service of several nodes needs. */
export interface ClusterOptions {
  readonly redis: {
    /** `redis://` or `rediss://`, with user and password where Redis wants them. */
    readonly url: string;
    /** What all keys begin with; services that share a Redis differ in it. Default `lw:`. */
    readonly prefix?: string | undefined;
  };
  /** A new one for each start of a process. */
  readonly nodeId: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly bufferedBytes: number;
  readonly timing?: Partial<ClusterTiming>;
}

/** This node among the nodes. */
export interface Cluster extends AsyncDisposable {
  readonly presence: Presence;
  /** Whether other nodes can be reached. */
  readonly isReady: boolean;
  /** Who is connected anywhere; `live` is who is connected here. */
  directory(live: LiveConnections): LiveDirectory;
  /** To be called before this node's sockets are closed: the far ends of its sessions are told with 1012, and nobody finds its devices any more. */
  leave(): Promise<void>;
}

/** Connects; when Redis is away it goes on trying, and this node serves what is its own. @throws EdgeError ERR_CONFIG */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { nodeId, log, bufferedBytes, clock = systemClock } = options;
  const url = parseRedisUrl(options.redis.url);
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const keys = new RedisKeys(options.redis.prefix ?? 'lw:');
  const devices = new OwnDevices();
  const time = new RedisTime();
  const bus = new Bus({ url, nodeId, keys, timing, clock, time, log });
  const exchange = new SessionExchange({
    say: (node, message) => bus.say(node, message),
    findOwn: (key) => devices.get(deviceName(key))?.attachment,
    timing,
    clock,
    log,
    bufferedBytes,
  });
  const sync = new PresenceSync({ bus, nodeId, keys, devices, time, log });
  const presence = new ClusterPresence({ bus, nodeId, keys, devices, sync, exchange, clock, log });
  const directory = new NodesDirectory({ bus, timing, clock });
  await bus.start(new ClusterListener({ devices, exchange, sync, directory }));
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
    [Symbol.asyncDispose]: () => bus.close(),
  };
}
