/** @module Keeps a device's cookies for as long as the tab: a reload of the console logs nobody out of the device's page. */
import { inTabStorage } from '../../tab-storage.ts';
import type { JarStore } from './cookie-jar.ts';

const PREFIX = 'longwire.web-cookies.';

/** Whose cookies they are. */
export interface CookieOwner {
  /** The device's key. */
  readonly device: string;
  readonly host: string;
  /** Who is logged in to the device; '' for nobody. */
  readonly username: string;
}

/** A place in the tab's own storage; without one, nothing is kept. */
export function tabStore({ device, host, username }: CookieOwner): JarStore {
  const key = `${PREFIX}${device}/${host}/${username}`;
  return {
    read: () => inTabStorage((storage) => storage.getItem(key) ?? undefined),
    write: (text) => inTabStorage((storage) => storage.setItem(key, text)),
  };
}

/** Forgets what this tab keeps of every user of all devices but these. */
export function keepTabStoresOf(devices: readonly string[]): void {
  inTabStorage((storage) => {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const name of names) {
      const isKept = devices.some((device) => name.startsWith(`${PREFIX}${device}/`));
      if (name.startsWith(PREFIX) && !isKept) storage.removeItem(name);
    }
  });
}
