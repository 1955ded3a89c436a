/** @module Makes the browser clear the storage of one device's origin. */
import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin } from '../request/own-origin.ts';
import type { DeviceZone } from './device-zone.ts';

/** Path to which a page of the device's host posts. */
export const FORGET_PATH = '/.longwire/forget';

/**
 * All storage, including workers. Not `"cookies"`, which would clear all hosts below the registrable domain:
 * other devices, and the console if it shares that domain.
 */
const CLEARED = { 'clear-site-data': '"storage"' };

/**
 * Status and headers of the response. Browsers set `Origin` on a POST, and no script can change it: only the
 * origin's own page is accepted, so neither another device's page, nor a foreign site, nor a page injected
 * over plain HTTP can clear anything.
 */
export function forgetResponse(
  headers: IncomingHttpHeaders,
  { scheme }: Pick<DeviceZone, 'scheme'>,
): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { origin = '' } = headers;
  const isOwn = origin.startsWith(`${scheme}:`) && isOwnOrigin(origin, headers);
  return isOwn ? { status: 204, headers: CLEARED } : { status: 403, headers: {} };
}
