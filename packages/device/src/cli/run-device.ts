/** @module Runs a device that `init` has set up, until a signal stops the process. */
import { serveDevice, type ServeOptions } from './serve-device.ts';

/** Longest time from a signal to the end of the process, in milliseconds, if a peer or a camera does not close. */
const MAX_STOP_MS = 4_000;

/** Aborted by the first SIGTERM or SIGINT; the second ends the process at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const handle = (): void => {
    process.off('SIGTERM', handle);
    process.off('SIGINT', handle);
    stopping.abort();
    setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  return stopping.signal;
}

/** Serves browsers until a signal stops it. @throws EdgeError when the directory holds no complete device, or another process has locked it. */
export async function runDevice(
  options: Omit<ServeOptions, 'signal' | 'handleAttached' | 'route'>,
): Promise<void> {
  await serveDevice({
    ...options,
    signal: stopSignal(),
    handleAttached: ({ service, productId, deviceId }) => {
      process.stdout.write(`longwire-device attached to ${service} as ${productId}/${deviceId}\n`);
    },
  });
}
