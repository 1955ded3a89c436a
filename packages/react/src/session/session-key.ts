/** @module What of a session's options makes it another session. */
import type { SessionOptions } from '@longwire/client';

/**
 * Everything that is said by value: ids, texts, limits, lists of ICE servers. Of functions and of objects with a life of their own (a
 * clock, a policy, a certificate) only whether they are there, so that they may be written where they are used.
 */
export function sessionKey(options: SessionOptions): string {
  const said: [string, unknown][] = [];
  for (const name of Object.keys(options).toSorted()) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) said.push([name, isValue(value) ? value : typeof value]);
  }
  return JSON.stringify(said);
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) || (typeof value !== 'object' && typeof value !== 'function');
}
