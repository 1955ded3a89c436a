/** @module What may be asked for when a resource is followed. */
import type { Query } from '../request/query.ts';
import type { CallOptions } from '../request/request-options.ts';

/** How a resource is followed. */
export interface ObserveOptions extends CallOptions {
  /** How often a device is asked that cannot tell by itself, in milliseconds; 5,000 unless given. */
  readonly pollMs?: number | undefined;
  /** Arguments added to the path. */
  readonly query?: Query | undefined;
}

/** How often a resource is asked for that its device does not tell of, in milliseconds. */
export const DEFAULT_POLL_MS = 5000;
