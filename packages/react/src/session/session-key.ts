/** @module Compares session options: the key changes when another session is needed. */
import type { SessionOptions } from '@longwire/client';

/**
 * Compares ids, strings, limits and lists of ICE servers by value. Functions and objects (a clock, a policy, a certificate) only count as
 * present or absent, so that they may be created inline.
 */
export function sessionKey(options: SessionOptions): string {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(options).toSorted()) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) entries.push([name, isValue(value) ? value : typeof value]);
  }
  return JSON.stringify(entries);
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) || (typeof value !== 'object' && typeof value !== 'function');
}
