/** @module A device's ids as somebody named them who may be anybody. */
import { loggedId } from '../log/log.ts';
import type { DeviceKey } from '../ports/presence.ts';

/** The ids, short enough for a log line. */
export function loggedKey({ productId, deviceId }: DeviceKey): DeviceKey {
  return { productId: loggedId(productId), deviceId: loggedId(deviceId) };
}
