/** @module Whether the page is wide enough for tables. */

import { useSyncExternalStore } from 'react';

/** The width in pixels from which a table fits; the style sheets of tables use the same. */
const WIDE = window.matchMedia('(min-width: 761px)');

function subscribe(notify: () => void): () => void {
  WIDE.addEventListener('change', notify);
  return () => WIDE.removeEventListener('change', notify);
}

/** True on a desktop, and on a tablet held upright. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}
