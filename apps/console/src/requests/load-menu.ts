/** @module Asks a device for its list of resources (RFC 6690 section 4). */

import { readMenu, type MenuItem } from './resource-menu.ts';
import type { RequestPort } from './request-run.ts';

/** A device's list, or why it could not be read. */
export type MenuOutcome =
  | { readonly kind: 'items'; readonly items: readonly MenuItem[] }
  | { readonly kind: 'none' | 'forbidden' | 'unreadable' | 'failed' };

/** Where a device lists its resources. */
const LIST_PATH = '/.well-known/core';

/** Asks; never rejects because of a device or a network. */
export async function loadMenu(port: RequestPort, signal: AbortSignal): Promise<MenuOutcome> {
  try {
    const { statusCode, payload } = await port.request('GET', LIST_PATH, { signal });
    if (statusCode === 401 || statusCode === 403) return { kind: 'forbidden' };
    if (statusCode === 404) return { kind: 'none' };
    if (statusCode !== 205) return { kind: 'failed' };
    const items = readMenu(payload ?? new Uint8Array());
    return items === undefined ? { kind: 'unreadable' } : { kind: 'items', items };
  } catch {
    // The banner above shows the problem of the connection; here, the person can only ask again.
    return { kind: 'failed' };
  }
}
