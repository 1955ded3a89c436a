/** @module Full screen for one element. */

import { useCallback, useSyncExternalStore } from 'react';
import {
  canFullScreen,
  followFullScreen,
  isFullScreen,
  toggleFullScreen,
  type FullScreenOptions,
} from '../../../live/full-screen.ts';

/** Whether an element fills the screen, and how to toggle it. */
export interface FullScreen {
  readonly isFull: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
}

/** Tracks whether `element`, or the video in it, fills the screen. */
export function useFullScreen(element: HTMLElement | null, options?: FullScreenOptions): FullScreen {
  const subscribe = useCallback(
    (notify: () => void) => followFullScreen(document, element, notify),
    [element],
  );
  const isFull = useSyncExternalStore(subscribe, () => isFullScreen(document, element));
  const toggle = useCallback(() => {
    toggleFullScreen(document, element).catch(reportError);
  }, [element]);
  return { isFull, isPossible: canFullScreen(document, element, options), toggle };
}
