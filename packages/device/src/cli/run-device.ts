/** @module Runs a device that `init` has set up, until a signal stops it. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { redactingLogger } from '@longwire/protocol';
import { readConfig } from '../config/config-file.ts';
import type { DeviceConfig, LogLevel } from '../config/device-config.ts';
import { openControlServer } from '../control/control-server.ts';
import { lockDirectory } from '../control/directory-lock.ts';
import { iamOperations } from '../control/iam-operations.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { createStderrLogger } from '../log/stderr-logger.ts';
import { watchMainThread } from '../process/main-thread-watch.ts';
import { buildDevice, type BuiltDevice } from './build-device.ts';
import { deviceDirectory } from './device-directory.ts';
import { createStatus } from './device-status.ts';

/** Options of {@link runDevice} besides device.toml. */
export interface RunOptions {
  readonly directory: string;
  /** An MP4 file to show besides the cameras, as `frontdoor-video` and `frontdoor-audio`. */
  readonly clip?: string;
  readonly bindAddress?: string;
  readonly logLevel?: LogLevel;
  readonly logFormat?: 'text' | 'json';
}

/** Longest time from a signal to the end of the process, in milliseconds, if a peer or a camera does not close. */
const MAX_STOP_MS = 4_000;

/** Longest wait for the service's answer about a new user's token, in milliseconds. Reason: the owner waits for the link. */
const MAX_TOKEN_WAIT_MS = 3_000;

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

function withFlags(config: DeviceConfig, { clip, bindAddress }: RunOptions): DeviceConfig {
  return {
    ...config,
    network: { ...config.network, ...(bindAddress === undefined ? {} : { bindAddress }) },
    cameras: [
      ...(clip === undefined
        ? []
        : [{ name: 'frontdoor', input: { kind: 'clip', file: resolve(clip) } } as const]),
      ...config.cameras,
    ],
  };
}

/** Serves browsers until a signal stops it. @throws EdgeError when the directory holds no complete device, or another process has locked it. */
export async function runDevice(options: RunOptions): Promise<void> {
  const stopping = stopSignal();
  const { directory, logLevel, logFormat } = options;
  const files = deviceDirectory(directory);
  const config = withFlags(await readConfig(files.config), options);
  const logger = redactingLogger(
    createStderrLogger({
      level: logLevel ?? config.logLevel,
      ...(logFormat === undefined ? {} : { format: logFormat }),
    }),
  );
  using _lock = lockDirectory(files.lock);
  using _watch = watchMainThread({
    handleFailure: (reason) => logger.warn('main-thread.watch-failed', { reason }),
  });
  const identity = await loadIdentity(files.identity);
  const built = await buildDevice({ directory, config, identity, state: files.state, logger });
  const { device } = built;
  const status = createStatus({ ...config, fingerprint: identity.fingerprint }, built);
  const endSessions = (): void => device.sessions.forEach((session) => session.close('the device was reset'));
  const isTokenTaken = (token: string): Promise<boolean | undefined> =>
    device.isTokenTaken(token, { signal: AbortSignal.timeout(MAX_TOKEN_WAIT_MS) });
  const operations = iamOperations({ iam: device.iam, isTokenTaken, endSessions });
  try {
    const control = await openControlServer({
      path: files.control,
      operations: { ...operations, status: () => Promise.resolve(status()) },
      logger,
    });
    try {
      await serve(built, config, stopping);
    } finally {
      await control.close();
    }
  } finally {
    await device.close();
    built.close();
  }
}

async function serve({ device }: BuiltDevice, config: DeviceConfig, stopping: AbortSignal): Promise<void> {
  const { service, productId, deviceId } = config;
  device.on('attached', () => {
    process.stdout.write(`longwire-device attached to ${service} as ${productId}/${deviceId}\n`);
  });
  try {
    await device.start({ signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
  if (!stopping.aborted) await once(stopping, 'abort');
}
