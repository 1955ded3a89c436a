/** @module Options for several nodes of one service. */
import type { FlagGroup } from './flag-group.ts';
import { fileOption, option } from './option.ts';

/** Values parsed by commander. */
export interface NodesFlags {
  /** Parsed later: commander would print a rejected value, which may hold a password. */
  readonly redis?: string;
  readonly redisPrefix: string;
}

/** Options for several nodes of one service. */
export const nodesFlags: FlagGroup<NodesFlags> = {
  heading: 'Nodes:',
  options: () => [
    option('--redis <url>', 'redis:// or rediss:// URL that connects the nodes of one service').alsoFrom(
      'REDIS_URL',
    ),
    fileOption('redis'),
    option('--redis-prefix <text>', 'prefix of all keys, for several services on one Redis').default('lw:'),
  ],
  toService: ({ redis, redisPrefix }) =>
    redis === undefined ? {} : { redis: { url: redis, prefix: redisPrefix } },
};
