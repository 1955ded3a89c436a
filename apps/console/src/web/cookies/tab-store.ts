/** @module Keeps a device's cookies for as long as the tab: a reload of the console logs nobody out of the device's page. */
import type { JarStore } from './cookie-jar.ts';

/** A place in the tab's own storage; without one, nothing is kept. */
export function tabStore(label: string): JarStore {
  const key = `longwire.web-cookies.${label}`;
  return {
    read: () => inStorage((storage) => storage.getItem(key) ?? undefined),
    write: (text) => inStorage((storage) => storage.setItem(key, text)),
  };
}

function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // Blocked or full: the cookies are those of this visit.
    return undefined;
  }
}
