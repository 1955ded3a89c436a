/** @module What the programs of devices on the SDK have in common: the flags that `startDevice` gives them, and how they start and end. */
import { deviceDirectory, loadOrCreateIdentity, type Device, type DeviceOptions } from '@longwire/device';

/** The flags of every such program, for `parseArgs`. */
export const DEVICE_FLAGS = {
  directory: { type: 'string', default: '' },
  product: { type: 'string', default: '' },
  device: { type: 'string', default: '' },
  service: { type: 'string', default: '' },
} as const;

/** What the flags say. */
export type DeviceFlags = Readonly<Record<keyof typeof DEVICE_FLAGS, string>>;

/** The options by which a device is the one that `init` has made in the directory. */
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

/** Starts a device, says when it is attached, and closes it when the process is told to stop. */
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
