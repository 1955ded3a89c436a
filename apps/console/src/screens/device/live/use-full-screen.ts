/** @module Full screen for one element. */

import { useCallback, useSyncExternalStore } from 'react';
import { canFill, followFill, isFilling, toggleFill, type FillOptions } from '../../../live/full-screen.ts';

/** Whether an element fills the screen, and how to toggle it. */
export interface FullScreen {
  readonly isFull: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
}

/** Tracks whether `element`, or the video in it, fills the screen. */
export function useFullScreen(element: HTMLElement | null, options?: FillOptions): FullScreen {
  const subscribe = useCallback((notify: () => void) => followFill(document, element, notify), [element]);
  const isFull = useSyncExternalStore(subscribe, () => isFilling(document, element));
  const toggle = useCallback(() => {
    toggleFill(document, element).catch(reportError);
  }, [element]);
  return { isFull, isPossible: canFill(document, element, options), toggle };
}
