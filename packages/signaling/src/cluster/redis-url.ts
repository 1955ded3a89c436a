/** @module The address of Redis. */
import { EdgeError } from '@longwire/protocol';

/** Checks the address; the error never quotes it, because it may hold a password. @throws EdgeError ERR_CONFIG */
export function parseRedisUrl(text: string): string {
  const url = URL.parse(text);
  const isRedis =
    url !== null && (url.protocol === 'redis:' || url.protocol === 'rediss:') && url.host !== '';
  if (isRedis && /^\/?\d*$/.test(url.pathname)) return text;
  throw new EdgeError('ERR_CONFIG', 'Redis URL expected redis://host:6379 or, with TLS, rediss://host:6379');
}
