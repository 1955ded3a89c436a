/** @module Removes a device from this browser, with everything stored for it. */

import { useServices } from '../services.tsx';

/** Removes the device with this key. */
export function useRemoveDevice(): (key: string) => Promise<void> {
  const { library, pictures, sessions, storedPages } = useServices();
  return async (key) => {
    // Credentials first: a half-removed device is still listed, and can be removed again.
    await sessions.forget(key);
    pictures.forget(key);
    await library.remove(key);
    // Last, because other tabs close its pages first. Whatever cannot be removed now stays listed in the settings.
    await storedPages.forget(key);
  };
}
