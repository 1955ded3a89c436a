/** @module The connected device that the tabs show. */

import type { DeviceResources } from '../../controls/load-resources.ts';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { requiredContext } from '../../ui/required-context.ts';

/** A connected device. */
export interface LiveDevice {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'live' }>;
  /** What the device has for this user; undefined until it has answered. */
  readonly resources: DeviceResources | undefined;
}

/** Provides the connected device to the tabs below it. */
export const [LiveDeviceProvider, useLiveDevice] = requiredContext<LiveDevice>('LiveDevice');
