/** @module What may be asked for when a resource is followed. */
import type { Query } from '../request/query.ts';
import type { CallOptions } from '../request/request-options.ts';

/** Whether the device tells each change, or is asked again and again because it cannot. */
export type Following = 'notified' | 'polled';

/** How a resource is followed. */
export interface ObserveOptions extends CallOptions {
  /** How often a device is asked that cannot tell by itself, in milliseconds; 5,000 unless given. */
  readonly pollMs?: number | undefined;
  /** Arguments added to the path. */
  readonly query?: Query | undefined;
  /** Told how the resource is followed, when that is known; again when it changes, as over another connection. */
  readonly onFollowing?: ((following: Following) => void) | undefined;
}

/** How often a resource is asked for that its device does not tell of, in milliseconds. */
export const DEFAULT_POLL_MS = 5000;
