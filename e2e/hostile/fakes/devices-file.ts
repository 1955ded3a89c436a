/** @module A file of devices as the console exports it, written by an attacker. */
import { writeDevicesFile } from '../../../apps/console/src/backup/devices-file.ts';
import type { DeviceDetails } from '../../../apps/console/src/link/device-details.ts';

/** A file that holds one device. */
export function devicesFile({ productId, deviceId, service, sct, fingerprint }: DeviceDetails): Blob {
  const device = { key: `${productId}/${deviceId}`, productId, deviceId, service, sct, fingerprint };
  return new Blob([writeDevicesFile([{ ...device, addedAtMs: 0 }], new Date(0))]);
}
