/** @module The last picture of a device. */

import { useCallback, useSyncExternalStore } from 'react';
import { useServices } from '../services.tsx';

/** The URL of a device's last picture, if there is one. */
export function useLastPicture(key: string): string | undefined {
  const { pictures } = useServices();
  const snapshot = useCallback(() => pictures.url(key), [pictures, key]);
  return useSyncExternalStore(pictures.subscribe, snapshot);
}
