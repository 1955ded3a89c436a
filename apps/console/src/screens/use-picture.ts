/** @module The last picture of a device. */

import { useCallback, useSyncExternalStore } from 'react';
import { useServices } from '../services.tsx';

/** The URL of a device's last picture, if there is one; without a key there is none. */
export function useLastPicture(key: string | undefined): string | undefined {
  const { pictures } = useServices();
  const snapshot = useCallback(() => (key === undefined ? undefined : pictures.url(key)), [pictures, key]);
  return useSyncExternalStore(pictures.subscribe, snapshot);
}

/** When that picture was taken, in milliseconds since 1970, if that is known. */
export function useLastPictureTime(key: string): number | undefined {
  const { pictures } = useServices();
  const snapshot = useCallback(() => pictures.takenAtMs(key), [pictures, key]);
  return useSyncExternalStore(pictures.subscribe, snapshot);
}
