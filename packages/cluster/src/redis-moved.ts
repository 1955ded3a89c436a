/** @module The redirection of a Redis Cluster. */
import { isIPv6 } from 'node:net';
import { ErrorReply } from '@redis/client';

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
