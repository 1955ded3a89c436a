/** @module The connected device that the tabs show. */

import { createContext, useContext } from 'react';
import type { DeviceResources } from '../../controls/load-resources.ts';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState } from '../../session/session-state.ts';

/** A connected device. */
export interface LiveDevice {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'live' }>;
  /** What the device has for this user; undefined until it has answered. */
  readonly resources: DeviceResources | undefined;
}

const LiveDeviceContext = createContext<LiveDevice | undefined>(undefined);

/** Provides the connected device to the tabs below it. */
export const LiveDeviceProvider = LiveDeviceContext.Provider;

/** The connected device. @throws Error if no device is connected */
export function useLiveDevice(): LiveDevice {
  const live = useContext(LiveDeviceContext);
  if (live === undefined) throw new Error('useLiveDevice must be called inside a LiveDeviceProvider');
  return live;
}
