/** @module The Redis URL. */
import { EdgeError } from '@longwire/protocol';

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
