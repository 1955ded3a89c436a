/** @module Whether two keys name the same device as it is registered. */
import type { DeviceKey } from '../ports/presence.ts';

/** Whether both are the same to the letter: a device that was registered anew in another case is another one. */
export function isSameKey(one: DeviceKey, other: DeviceKey): boolean {
  return one.productId === other.productId && one.deviceId === other.deviceId;
}
