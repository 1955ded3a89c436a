/** @module Identifies a device in this browser. */
import { foldId } from '@longwire/protocol/base';

/** The key of a device, the same for ids that differ only in case: services treat them as one device. Ids never contain a slash. */
export function deviceKey(productId: string, deviceId: string): string {
  return `${foldId(productId)}/${foldId(deviceId)}`;
}
