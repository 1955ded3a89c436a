/** @module The public surface of @longwire/cluster. */
export type { ClusterTiming } from './cluster-timing.ts';
export type { Cluster, ClusterOptions } from './cluster.ts';
export { createCluster } from './create-cluster.ts';
export { DeviceWatches } from './device-watches.ts';
export type { LiveDevice, LiveDirectory, LiveSession, LocalConnections } from './ports/live.ts';
export type {
  Attachment,
  Located,
  OpenedSession,
  Presence,
  SessionClient,
  SessionDevice,
  SessionOpening,
} from './ports/presence.ts';
export { parseRedisUrl } from './redis-url.ts';
