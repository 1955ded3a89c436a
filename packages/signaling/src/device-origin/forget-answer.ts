/** @module Has the browser remove what the pages of one device stored on that device's own origin. */
import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin } from '../request/own-origin.ts';
import type { DeviceZone } from './device-zone.ts';

/** Where a page of the device's own host asks for it, by POST. */
export const FORGET_PATH = '/.longwire/forget';

/**
 * Storage of every kind, workers too. Not `"cookies"`: that means all hosts below the registrable domain, other devices' among them, and where
 * the operator has put both below one domain the console's as well.
 */
const CLEARED = { 'clear-site-data': '"storage"' };

/**
 * The status and headers of the answer. Browsers name the page that sends a POST in `Origin`, and no script can change it: nobody but this
 * very origin's own page is taken, so that no page of another device, or of elsewhere, empties anything here. Nor does one that somebody on
 * the way puts under this host without TLS.
 */
export function forgetAnswer(
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
