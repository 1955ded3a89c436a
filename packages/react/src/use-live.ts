/** @module Renders with what a live value is now. */
import { useSyncExternalStore } from 'react';
import type { Live } from './live.ts';

/** The value; renders again when it changes. */
export function useLive<T>(live: Live<T>): T {
  return useSyncExternalStore(live.subscribe, live.snapshot, live.first);
}
