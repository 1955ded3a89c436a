/** @module Names of devices, and the storage keys made from them. */
import { foldId, parseFingerprint } from '@longwire/protocol/base';

/** The two ids by which a service identifies a device. */
export interface DeviceIds {
  readonly productId: string;
  readonly deviceId: string;
}

/**
 * A device, named by the fingerprint of its key or by its ids; use one of the two consistently, because they are different entries. If
 * several people share a browser, give each an `account` name: a certificate takes precedence over a login, so each person needs another one.
 */
export type DeviceName = (DeviceIds | { readonly fingerprint: string }) & {
  readonly account?: string | undefined;
};

/** The storage key of a device; ids are case-insensitive. @throws EdgeError ERR_FINGERPRINT_FORMAT */
export function keyOf(device: DeviceName): string {
  const parts =
    'fingerprint' in device
      ? ['key', parseFingerprint(device.fingerprint)]
      : ['ids', foldId(device.productId), foldId(device.deviceId)];
  return JSON.stringify([...parts, ...(device.account === undefined ? [] : [{ account: device.account }])]);
}

/** Whether `earlier`, a key of an earlier version that kept the case of the ids, names the same device as `key`. */
export function isEarlierKey(earlier: IDBValidKey, key: string): boolean {
  if (typeof earlier !== 'string' || foldId(earlier) !== foldId(key)) return false;
  const parts: unknown = JSON.parse(earlier);
  const [kind, productId, deviceId, ...account]: readonly unknown[] = Array.isArray(parts) ? parts : [];
  if (kind !== 'ids' || typeof productId !== 'string' || typeof deviceId !== 'string') return false;
  return JSON.stringify([kind, foldId(productId), foldId(deviceId), ...account]) === key;
}
