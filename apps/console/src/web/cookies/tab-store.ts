/** @module Keeps a device's cookies as long as the tab, so that reloading the console does not end a login on the device's page. */
import { inTabStorage } from '../../storage/tab-storage.ts';
import type { JarStore } from './cookie-jar.ts';

const PREFIX = 'longwire.web-cookies.';

/** The owner of cookies. */
export interface CookieOwner {
  /** The device's key. */
  readonly device: string;
  readonly host: string;
  /** The user of the device; '' without a login. */
  readonly username: string;
}

/** A store in the tab's session storage; without one, nothing is kept. */
export function tabStore({ device, host, username }: CookieOwner): JarStore {
  const key = `${PREFIX}${device}/${host}/${username}`;
  return {
    read: () => inTabStorage((storage) => storage.getItem(key) ?? undefined),
    write: (text) => inTabStorage((storage) => storage.setItem(key, text)),
  };
}

/** Removes the cookies of all devices except these. */
export function keepTabStoresOf(devices: readonly string[]): void {
  inTabStorage((storage) => {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const name of names) {
      const isKept = devices.some((device) => name.startsWith(`${PREFIX}${device}/`));
      if (name.startsWith(PREFIX) && !isKept) storage.removeItem(name);
    }
  });
}
