/** @module The Redis URL. */
import { isIPv6 } from 'node:net';
import { EdgeError } from '@longwire/protocol';
import { ErrorReply } from '@redis/client';

/**
 * Validates the URL; the error never quotes it because it may hold a password. @throws EdgeError ERR_CONFIG
 */
export function parseRedisUrl(text: string): string {
  const url = URL.parse(text);
  const isRedis =
    url !== null && (url.protocol === 'redis:' || url.protocol === 'rediss:') && url.host !== '';
  if (isRedis && /^\/?\d*$/.test(url.pathname)) return text;
  throw new EdgeError(
    'ERR_CONFIG',
    'Redis URL is invalid: want redis://host:6379 or, with TLS, rediss://host:6379',
  );
}

/**
 * The URL of the server that has the keys, if a server of a Redis Cluster replied that another one does
 * (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#moved-redirection).
 */
export function movedUrl(url: string, error: unknown): string | undefined {
  if (!(error instanceof ErrorReply)) return undefined;
  const [, host, port] = /^MOVED \d+ (.*):(\d+)$/u.exec(error.message) ?? [];
  if (host === undefined || port === undefined) return undefined;
  const moved = new URL(url);
  if (host !== '') moved.hostname = isIPv6(host) ? `[${host}]` : host;
  moved.port = port;
  return moved.href;
}
