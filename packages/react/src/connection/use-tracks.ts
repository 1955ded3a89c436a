/** @module The tracks of the nearest device connection. */

import { useSyncExternalStore } from 'react';
import { useDeviceHandle } from './device-connection-provider.tsx';
import type { DeviceTrack } from './track-store.ts';

/** The tracks that the device gave, or could not give, so far. */
export function useTracks(): readonly DeviceTrack[] {
  const { tracks } = useDeviceHandle();
  return useSyncExternalStore(tracks.subscribe, tracks.snapshot, tracks.snapshot);
}
