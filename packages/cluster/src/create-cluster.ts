/** @module Joins a cluster. */
import type { Cluster, ClusterOptions } from './cluster.ts';
import { parseRedisUrl } from './redis-url.ts';

/**
 * Connects; while Redis is unreachable it keeps trying, and this node serves its own connections. @throws
 * EdgeError ERR_CONFIG
 */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const url = parseRedisUrl(options.redis.url);
  // The Redis client is hundreds of modules, which a service of one node does not need.
  const { startCluster } = await import('./start-cluster.ts');
  return await startCluster(url, options);
}
