/** @module The last picture of a device. */

import { useCallback, useSyncExternalStore } from 'react';
import { useServices } from '../services.tsx';

/** The URL of a device's last picture, if there is one; without a key there is none. */
export function useLastPicture(key: string | undefined): string | undefined {
  const { pictures } = useServices();
  const snapshot = useCallback(() => (key === undefined ? undefined : pictures.url(key)), [pictures, key]);
  return useSyncExternalStore(pictures.subscribe, snapshot);
}
