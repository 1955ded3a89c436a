/** @module Where the console opens: with one device, its picture is the page. */

import { devicePath, type AddressBar } from '../link/address-link.ts';
import type { RememberedDevice } from './remembered-device.ts';

/** Replaces an address without a place by the only device's, if there is one. The list of devices is a place of its own: `#/`. */
export function openOnlyDevice(
  { location, history }: AddressBar,
  devices: readonly RememberedDevice[],
): void {
  const [device, ...others] = devices;
  const { pathname, hash } = new URL(location.href);
  if (device === undefined || others.length > 0 || hash !== '') return;
  history.replaceState(null, '', `${pathname}#${devicePath(device.productId, device.deviceId)}`);
}
