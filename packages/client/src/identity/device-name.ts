/** @module By what this browser remembers which certificate it shows to which device. */
import { parseFingerprint } from '@longwire/protocol/base';

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

/** The key of a device's entry. @throws EdgeError ERR_FINGERPRINT_FORMAT */
export function keyOf(device: DeviceName): string {
  const parts =
    'fingerprint' in device
      ? ['key', parseFingerprint(device.fingerprint)]
      : ['ids', device.productId, device.deviceId];
  return JSON.stringify([...parts, ...(device.account === undefined ? [] : [{ account: device.account }])]);
}
