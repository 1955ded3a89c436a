/** @module By what this browser remembers which certificate it shows to which device. */
import { foldId, parseFingerprint } from '@longwire/protocol/base';

/** The two ids that a service knows a device by. */
export interface DeviceIds {
  readonly productId: string;
  readonly deviceId: string;
}

/**
 * A device, and where several people use one browser, which of them: by the fingerprint of its key, or by its ids. Stay with one of the
 * two: they are different entries. `account` is a name of the application's own: the certificate beats a login, so each has another one.
 */
export type DeviceName = (DeviceIds | { readonly fingerprint: string }) & {
  readonly account?: string | undefined;
};

/** The key of a device's entry, the same for ids that differ only in case. @throws EdgeError ERR_FINGERPRINT_FORMAT */
export function keyOf(device: DeviceName): string {
  const parts =
    'fingerprint' in device
      ? ['key', parseFingerprint(device.fingerprint)]
      : ['ids', foldId(device.productId), foldId(device.deviceId)];
  return JSON.stringify([...parts, ...(device.account === undefined ? [] : [{ account: device.account }])]);
}

/** Whether `earlier`, a key of an earlier version with the ids as they were typed, names the device of `key`. */
export function isEarlierKey(earlier: IDBValidKey, key: string): boolean {
  if (typeof earlier !== 'string' || foldId(earlier) !== foldId(key)) return false;
  const parts: unknown = JSON.parse(earlier);
  const [kind, productId, deviceId, ...account]: readonly unknown[] = Array.isArray(parts) ? parts : [];
  if (kind !== 'ids' || typeof productId !== 'string' || typeof deviceId !== 'string') return false;
  return JSON.stringify([kind, foldId(productId), foldId(deviceId), ...account]) === key;
}
