/** @module Running a device that `init` has set up, until it is told to stop. */
import { createDevice } from '../create-device.ts';
import type { Device } from '../device.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { createStderrLogger } from '../log/stderr-logger.ts';
import { openClip } from '../media/open-clip.ts';
import { deviceDirectory } from './device-directory.ts';
import { readDeviceSettings } from './device-settings.ts';

/** What {@link runDevice} is told. */
export interface RunOptions {
  readonly directory: string;
  /** An MP4 file to show. */
  readonly clip?: string;
  readonly bindAddress?: string;
  readonly isVerbose?: boolean;
}

async function addClip(device: Device, file: string): Promise<void> {
  const { video, audio } = await openClip(file);
  if (video !== undefined) device.addTrack('frontdoor-video', video);
  if (audio !== undefined) device.addTrack('frontdoor-audio', audio);
}

/** Closes a device once the process is told to stop; the process then ends by itself. */
function closeOnSignals(device: Device): void {
  const close = (): void => void device.close();
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
}

/** Attaches and serves browsers; resolves once attached. @throws EdgeError when the directory holds no whole device. */
export async function runDevice({
  directory,
  clip,
  bindAddress,
  isVerbose = false,
}: RunOptions): Promise<Device> {
  const files = deviceDirectory(directory);
  const { service, productId, deviceId } = await readDeviceSettings(files.settings);
  const device = createDevice({
    signalingServerUrl: service,
    productId,
    deviceId,
    identity: await loadIdentity(files.identity),
    store: files.state,
    logger: createStderrLogger({ isVerbose }),
    ...(bindAddress === undefined ? {} : { bindAddress }),
  });
  if (clip !== undefined) await addClip(device, clip);
  device.on('attached', () => {
    process.stdout.write(`longwire-device attached to ${service} as ${productId}/${deviceId}\n`);
  });
  closeOnSignals(device);
  await device.start();
  return device;
}
