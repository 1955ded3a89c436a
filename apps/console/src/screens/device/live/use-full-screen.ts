/** @module Full screen for one element. */

import { useCallback, useSyncExternalStore } from 'react';

/** Whether an element fills the screen, and how to change that. */
export interface FullScreen {
  readonly isFull: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
}

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Follows whether `element` fills the screen. */
export function useFullScreen(element: HTMLElement | null): FullScreen {
  const isFull = useSyncExternalStore(
    subscribe,
    () => element !== null && document.fullscreenElement === element,
  );
  const toggle = useCallback(() => {
    const change = isFull ? document.exitFullscreen() : element?.requestFullscreen();
    change?.catch(reportError);
  }, [element, isFull]);
  return { isFull, isPossible: document.fullscreenEnabled, toggle };
}
