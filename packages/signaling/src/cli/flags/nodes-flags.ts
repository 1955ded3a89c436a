/** @module Several nodes of one service. */
import type { FlagGroup } from './flag-group.ts';
import { fileOption, option } from './option.ts';

/** As commander gives them. */
export interface NodesFlags {
  /** Not read by a parser of its own: what that refuses, commander would print, and it may hold a password. */
  readonly redis?: string;
  readonly redisPrefix: string;
}

/** Several nodes of one service. */
export const nodesFlags: FlagGroup<NodesFlags> = {
  heading: 'Nodes:',
  options: () => [
    option(
      '--redis <url>',
      'redis:// or rediss:// URL by which the nodes of one service find each other',
    ).alsoFrom('REDIS_URL'),
    fileOption('redis'),
    option('--redis-prefix <text>', 'what all keys begin with, where several services share a Redis').default(
      'lw:',
    ),
  ],
  toService: ({ redis, redisPrefix }) =>
    redis === undefined ? {} : { redis: { url: redis, prefix: redisPrefix } },
};
