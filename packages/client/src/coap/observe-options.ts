/** @module Options of observing a resource. */
import type { Query } from '../request/query.ts';
import type { CallOptions } from '../request/request-options.ts';

/** Whether the device notifies changes, or is polled because it cannot. */
export type Following = 'notified' | 'polled';

/** How a resource is observed. */
export interface ObserveOptions extends CallOptions {
  /** Polling interval for a device that does not notify changes, in milliseconds; default 5,000. */
  readonly pollMs?: number | undefined;
  /** Arguments added to the path. */
  readonly query?: Query | undefined;
  /** Called once it is known whether the resource is notified or polled; again when that changes, as on another connection. */
  readonly onFollowing?: ((following: Following) => void) | undefined;
}

/** Default polling interval, in milliseconds. */
export const DEFAULT_POLL_MS = 5000;
