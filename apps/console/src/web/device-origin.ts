/** @module Asks the service for the origin of a device's own pages. */

import { textOf } from '../read-field.ts';

/** The service's answer. */
export type OriginAnswer =
  | { readonly kind: 'origin'; readonly origin: string }
  /** The service has no hosts for device pages. */
  | { readonly kind: 'none' }
  /** The service did not answer. */
  | { readonly kind: 'unreachable' };

/** Timeout, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The service to ask. */
export interface AskedService {
  readonly fetch: typeof globalThis.fetch;
  readonly ownOrigin: string;
  /** The HTTP origin of the service. */
  readonly service: string;
}

/** The origin of a device; never the console's own. */
export async function askDeviceOrigin(
  productId: string,
  deviceId: string,
  { fetch, ownOrigin, service }: AskedService,
): Promise<OriginAnswer> {
  const query = new URLSearchParams({ product: productId, device: deviceId });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${service}/.longwire/device-origin?${query}`, { signal });
    if (response.status === 404) return { kind: 'none' };
    const body: unknown = await response.json();
    const origin = originIn(body);
    return origin === undefined || origin === ownOrigin ? { kind: 'none' } : { kind: 'origin', origin };
  } catch {
    // Whatever failed, the only remedy is to try again.
    return { kind: 'unreachable' };
  }
}

function originIn(body: unknown): string | undefined {
  const url = URL.parse(textOf(body, 'origin') ?? '');
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb ? url?.origin : undefined;
}
