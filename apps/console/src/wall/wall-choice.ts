/** @module Which devices are on the wall. */

import { findDevices, type RememberedDevice } from '../devices/remembered-device.ts';
import { parseJson } from '../read-field.ts';

/** Number of devices on the wall without a choice. */
export const FIRST_ON_WALL = 9;

/** Most devices that can be chosen. Reason: sixteen videos are what a screen shows and a laptop decodes. */
export const MOST_ON_WALL = 16;

/** The devices on the wall: the chosen ones that are still remembered, in the order of the list, else the first ones. */
export function onWall(
  devices: readonly RememberedDevice[],
  chosen: readonly string[] | undefined,
): readonly RememberedDevice[] {
  const listed = findDevices(devices, '').toSorted((a, b) => a.addedAtMs - b.addedAtMs);
  if (chosen === undefined) return listed.slice(0, FIRST_ON_WALL);
  return listed.filter(({ key }) => chosen.includes(key)).slice(0, MOST_ON_WALL);
}

/** Reads a stored choice. */
export function readChoice(kept: string | undefined): readonly string[] | undefined {
  const keys = kept === undefined ? undefined : parseJson(kept);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : undefined;
}
