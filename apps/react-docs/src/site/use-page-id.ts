/** @module The page that the address names. */
import { useSyncExternalStore } from 'react';

const PREFIX = '#/';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The id behind `#/`; empty for the first page. */
export function usePageId(): string {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : '';
}
