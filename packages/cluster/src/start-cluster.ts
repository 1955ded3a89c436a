/** @module Starts the components for several nodes. */
import { Bus } from './bus.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { ClusterListener } from './cluster-listener.ts';
import { ClusterPresence } from './cluster-presence.ts';
import { DEFAULT_TIMING } from './cluster-timing.ts';
import { DeviceWatches } from './device-watches.ts';
import { NodesDirectory } from './nodes-directory.ts';
import { deviceName, LocalDevices } from './local-devices.ts';
import { PresenceSync } from './presence-sync.ts';
import { RedisKeys } from './redis-keys.ts';
import { RedisTime } from './redis-time.ts';
import { SessionExchange } from './session-exchange.ts';
import { WatchPoll } from './watch-poll.ts';

/** Starts the components; `url` is that of Redis, checked by `createCluster()`. */
export async function startCluster(url: string, options: ClusterOptions): Promise<Cluster> {
  const { nodeId, logger, bufferedBytes, clock } = options;
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
