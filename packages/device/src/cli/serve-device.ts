/** @module Serves browsers with the device of a directory, in a process that may do other work too. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { given, redactingLogger } from '@longwire/protocol';
import type { ServiceRoute } from '../agent/attachment-socket.ts';
import { readConfig } from '../config/config-file.ts';
import type { DeviceConfig, DevicePlace, LogLevel } from '../config/device-config.ts';
import { openControlServer } from '../control/control-server.ts';
import { lockDirectory } from '../control/directory-lock.ts';
import { notifyFrom } from '../control/notify-operation.ts';
import { iamOperations } from '../control/iam-operations.ts';
import type { Device } from '../device.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { createStderrLogger } from '../log/stderr-logger.ts';
import { watchMainThread } from '../process/main-thread-watch.ts';
import { buildDevice } from './build-device.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { createStatus } from './device-status.ts';

/** Options of {@link serveDevice} besides device.toml. */
export interface ServeOptions {
  readonly directory: string;
  /** An MP4 file to show besides the cameras, as `frontdoor-video` and `frontdoor-audio`. */
  readonly clip?: string;
  readonly bindAddress?: string;
  readonly logLevel?: LogLevel;
  readonly logFormat?: 'text' | 'json';
  /** How the service is reached, if not by its address alone. */
  readonly route?: ServiceRoute;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called each time the device has attached to its service. */
  readonly handleAttached: (place: DevicePlace) => void;
}

/** Longest wait for the service's answer about a new user's token, in milliseconds. Reason: the owner waits for the link. */
const MAX_TOKEN_WAIT_MS = 3_000;

function withFlags(config: DeviceConfig, { clip, bindAddress }: ServeOptions): DeviceConfig {
  return {
    ...config,
    network: { ...config.network, ...given({ bindAddress }) },
    cameras: [
      ...(clip === undefined
        ? []
        : [{ name: 'frontdoor', input: { kind: 'clip', file: resolve(clip) } } as const]),
      ...config.cameras,
    ],
  };
}

/** Serves browsers until aborted; resolves once everything is closed. @throws EdgeError when the directory holds no complete device, or another process has locked it. */
export async function serveDevice(options: ServeOptions): Promise<void> {
  const { directory, logLevel, logFormat, route, signal, handleAttached } = options;
  const files = deviceDirectory(directory);
  const config = withFlags(await readConfig(files.config), options);
  const logger = redactingLogger(
    createStderrLogger({
      level: logLevel ?? config.logLevel,
      ...given({ format: logFormat }),
    }),
  );
  using _lock = lockDirectory(files.lock);
  using _watch = watchMainThread({
    handleFailure: (reason) => logger.warn('main-thread.watch-failed', { reason }),
  });
  const identity = await loadIdentity(files.identity);
  const { state, events } = files;
  const built = await buildDevice({ directory, config, identity, state, events, logger, route });
  const { device } = built;
  const status = createStatus({ ...config, fingerprint: identity.fingerprint }, built);
  const endSessions = (): void => device.sessions.forEach((session) => session.close('the device was reset'));
  const isTokenTaken = (token: string): Promise<boolean | undefined> =>
    device.isTokenTaken(token, { signal: AbortSignal.timeout(MAX_TOKEN_WAIT_MS) });
  const operations = iamOperations({ iam: device.iam, isTokenTaken, endSessions });
  device.on('attached', () => handleAttached(config));
  try {
    const control = await openControlServer({
      path: files.control,
      operations: {
        ...operations,
        status: () => Promise.resolve(status()),
        notify: (request) => notifyFrom(device, request),
      },
      logger,
    });
    try {
      await attach(device, signal);
    } finally {
      await control.close();
    }
  } finally {
    await device.close();
    built.close();
  }
}

async function attach(device: Device, signal: AbortSignal): Promise<void> {
  try {
    await device.start({ signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (!signal.aborted) await once(signal, 'abort');
}
