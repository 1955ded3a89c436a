/** @module Shared by the device programs on the SDK: the flags that `startDevice` passes, and how they start and end. */
import { deviceDirectory, loadOrCreateIdentity, type Device, type DeviceOptions } from '@longwire/device';

/** The flags of every such program, for `parseArgs`. */
export const DEVICE_FLAGS = {
  directory: { type: 'string', default: '' },
  product: { type: 'string', default: '' },
  device: { type: 'string', default: '' },
  service: { type: 'string', default: '' },
} as const;

/** The parsed flags. */
export type DeviceFlags = Readonly<Record<keyof typeof DEVICE_FLAGS, string>>;

/** The options for the identity that `init` created in the directory. */
export async function deviceOptions({
  directory,
  product,
  device,
  service,
}: DeviceFlags): Promise<DeviceOptions> {
  const files = deviceDirectory(directory);
  return {
    signalingServerUrl: service,
    productId: product,
    deviceId: device,
    identity: await loadOrCreateIdentity(files.identity),
    store: files.state,
  };
}

/** Starts a device, reports when it is attached, and closes it on SIGTERM. */
export async function serve(
  device: Device,
  service: string,
  release: () => void = () => undefined,
): Promise<void> {
  device.on('attached', () => console.log(`device attached to ${service}`));
  process.once('SIGTERM', () => {
    release();
    void device.close();
  });
  await device.start();
}
