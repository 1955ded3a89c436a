/** @module Runs a device that `init` has set up, until a signal stops the process. */
import { stopSignal } from '@longwire/protocol';
import { serveDevice, type ServeOptions } from './serve-device.ts';

/** Longest time from a signal to the end of the process, in milliseconds, if a peer or a camera does not close. */
const MAX_STOP_MS = 4_000;

/** Serves browsers until a signal stops it. @throws EdgeError when the directory holds no complete device, or another process has locked it. */
export async function runDevice(
  options: Omit<ServeOptions, 'signal' | 'handleAttached' | 'route'>,
): Promise<void> {
  const signal = stopSignal(process);
  signal.addEventListener('abort', () => setTimeout(() => process.exit(0), MAX_STOP_MS).unref());
  await serveDevice({
    ...options,
    signal,
    handleAttached: ({ service, productId, deviceId }) => {
      process.stdout.write(`longwire-device attached to ${service} as ${productId}/${deviceId}\n`);
    },
  });
}
