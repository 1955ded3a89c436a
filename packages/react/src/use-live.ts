/** @module Hook that returns the value of a {@link Live}. */
import { useSyncExternalStore } from 'react';
import type { Live } from './live.ts';

/** Returns the value and re-renders when it changes. */
export function useLive<T>(live: Live<T>): T {
  return useSyncExternalStore(live.subscribe, live.snapshot, live.first);
}
