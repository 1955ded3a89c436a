/** @module News of the network, as a port; the browser's own is the default. */
import type { Disposer } from '../events/scope.ts';

/** What happened to the network, as far as the platform tells. */
export type NetworkHint = 'online' | 'offline' | 'changed' | 'woke';

/** Where news of the network come from. None of them is trusted: they make a session try, and never give up. */
export interface NetworkPort {
  /** False from the news `offline` until the next ones. */
  readonly isOnline: boolean;
  /** Listens until the answer is called. */
  watch(listener: (hint: NetworkHint) => void): Disposer;
}
