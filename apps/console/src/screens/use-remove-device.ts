/** @module Removing a device from this browser, with all that is kept of it. */

import { useServices } from '../services.tsx';

/** Removes the device with this key. */
export function useRemoveDevice(): (key: string) => Promise<void> {
  const { library, pictures, sessions, storedPages } = useServices();
  return async (key) => {
    // First what logs in: a device that is removed half is still in view, and can be removed again.
    await sessions.forget(key);
    pictures.forget(key);
    await library.remove(key);
    // Last: the other tabs take its pages away first. What cannot be removed now stays on the list of the settings.
    await storedPages.forget(key);
  };
}
