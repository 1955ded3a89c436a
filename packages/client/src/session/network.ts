/** @module A port that reports network changes; the browser is the default source. */
import type { Disposer } from '../events/scope.ts';

/** A network change as the platform reports it. */
export type NetworkHint = 'online' | 'changed' | 'woke';

/** A source of network changes. They are hints only: a hint makes a session retry, and never makes it give up. */
export interface NetworkPort {
  /** Calls `listener` for each hint; returns a function that stops it. */
  watch(listener: (hint: NetworkHint) => void): Disposer;
}
