/** @module Device ids from unauthenticated peers, for the log. */
import { loggedId } from '../log/log.ts';
import type { DeviceKey } from '@longwire/protocol';

/** Shortens the ids for a log line. */
export function loggedKey({ productId, deviceId }: DeviceKey): DeviceKey {
  return { productId: loggedId(productId), deviceId: loggedId(deviceId) };
}
