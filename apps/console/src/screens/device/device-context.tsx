/** @module What the tabs of a connected device are about. */

import { createContext, useContext } from 'react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState } from '../../session/session-state.ts';

/** A connected device. */
export interface LiveDevice {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'live' }>;
}

const LiveDeviceContext = createContext<LiveDevice | undefined>(undefined);

/** Gives the tabs below it the connected device. */
export const LiveDeviceProvider = LiveDeviceContext.Provider;

/** The connected device. @throws Error where none is connected. */
export function useLiveDevice(): LiveDevice {
  const live = useContext(LiveDeviceContext);
  if (live === undefined) throw new Error('a LiveDeviceProvider is expected above this component');
  return live;
}
