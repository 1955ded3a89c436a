/** @module Merges stored devices whose ids differ only in case; earlier versions stored them separately. Pure. */

import { keptKeyOf } from './kept-key.ts';
import type { RememberedDevice } from './remembered-device.ts';

/** Returns one device for each key: the one with a verified key, else one with a stored key, else the oldest. */
export function distinctDevices(devices: readonly RememberedDevice[]): readonly RememberedDevice[] {
  const best = new Map<string, RememberedDevice>();
  for (const device of devices.toSorted(compareTrust))
    if (!best.has(device.key)) best.set(device.key, device);
  return devices.filter((device) => best.get(device.key) === device);
}

function compareTrust(a: RememberedDevice, b: RememberedDevice): number {
  return trustOf(b) - trustOf(a) || a.addedAtMs - b.addedAtMs;
}

function trustOf(device: RememberedDevice): number {
  if (keptKeyOf(device) === undefined) return 0;
  return device.verifiedAtMs === undefined ? 1 : 2;
}
