/** @module One device on the wall: a tile for each of its cameras. */

import { useEffect, useEffectEvent } from 'react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { useServices, useSessionState } from '../../services.tsx';
import { useOfferedTracks } from '../use-offered-tracks.ts';
import { WallTile } from './wall-tile.tsx';

/** A device on the wall. */
export interface WallDeviceProps {
  readonly device: RememberedDevice;
  /** A chosen device without a camera keeps a tile, which says so. */
  readonly isChosen: boolean;
  /** Most tiles that it may have. */
  readonly most: number;
  /** Called with the number of its tiles. */
  readonly onCount: (count: number) => void;
}

/** One tile until the device has listed its cameras, then one for each. */
export function WallDevice({ device, isChosen, most, onCount }: WallDeviceProps) {
  const { sessions } = useServices();
  const session = sessions.of(device.key);
  const state = useSessionState(session);
  const offered = useOfferedTracks(state.kind === 'live' ? state.session : undefined);
  const fewest = offered === undefined || isChosen ? 1 : 0;
  const count = Math.min(most, Math.max(fewest, offered?.views.length ?? 0));
  const reportCount = useEffectEvent(onCount);
  useEffect(() => reportCount(count), [count]);
  return Array.from({ length: count }, (_, index) => (
    <li key={index}>
      <WallTile device={device} session={session} state={state} offered={offered} index={index} />
    </li>
  ));
}
