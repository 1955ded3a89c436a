/** @module Which device: the pair of ids by which a service knows it. */

/** Identifies a device. */
export interface DeviceKey {
  readonly productId: string;
  readonly deviceId: string;
}

/**
 * Whether both keys are identical, including case: a device that was registered again in another case is a
 * different one.
 */
export function isSameKey(one: DeviceKey, other: DeviceKey): boolean {
  return one.productId === other.productId && one.deviceId === other.deviceId;
}
