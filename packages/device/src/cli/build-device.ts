/** @module Builds a device from its settings. */
import { dirname } from 'node:path';
import { assertNever, EdgeError, given, type Logger } from '@longwire/protocol';
import type { ServiceRoute } from '../agent/attachment-socket.ts';
import type { CameraConfig } from '../config/camera-section.ts';
import { configuredIam } from '../config/configured-iam.ts';
import type { DeviceConfig } from '../config/device-config.ts';
import type { StreamReport } from '../control/status-report.ts';
import { createDevice } from '../create-device.ts';
import type { Device } from '../device.ts';
import type { Identity } from '../identity/identity.ts';
import type { MediaSource } from '../media/media-source.ts';
import { openCamera, type OpenCamera } from './open-camera.ts';
import { settingsPath } from '../config/settings-path.ts';
import type { ServiceConfig } from '../config/stream-section.ts';
import { watchCamera } from './watch-camera.ts';
import { addProgramResource } from '../resource/program-resource.ts';
import { openStateFile } from '../store/state-file.ts';
import { fileDownload } from '../stream/file-download.ts';
import { shell } from '../stream/shell.ts';
import type { StreamHandler } from '../stream/stream-handler.ts';
import { tcpTunnel } from '../stream/tcp-tunnel.ts';

/** Options of {@link buildDevice}. */
export interface BuildOptions {
  readonly directory: string;
  readonly config: DeviceConfig;
  readonly identity: Identity;
  /** The file of the state. */
  readonly state: string;
  /** The file of the list of events. */
  readonly events?: string;
  readonly logger: Logger;
  readonly route?: ServiceRoute | undefined;
}

/** A device that is ready to start. */
export interface BuiltDevice {
  readonly device: Device;
  readonly tracks: ReadonlyMap<string, MediaSource>;
  readonly streams: readonly StreamReport[];
  /** Stops the cameras, and reading the resources. */
  close(): void;
}

/** Builds a device. @throws EdgeError that names the camera or stream whose settings can never work. */
export async function buildDevice({
  directory,
  config,
  identity,
  state,
  events,
  logger,
  route,
}: BuildOptions): Promise<BuiltDevice> {
  const { service, productId, deviceId, network, limits, logins } = config;
  const device = createDevice({
    signalingServerUrl: service,
    productId,
    deviceId,
    identity,
    store: openStateFile(state),
    ...given({ events }),
    logger,
    ...route,
    iamConfig: configuredIam(config),
    iceServers: network.iceServers,
    sessionLimits: limits,
    loginRates: logins,
    ...given({
      oauth: config.oauth,
      bindAddress: network.bindAddress,
      maxBitsPerSecond: network.maxBitsPerSecond,
    }),
  });
  const tracks = new Map<string, MediaSource>();
  const cameras: OpenCamera[] = [];
  const stops: (() => void)[] = [];
  const close = (): void => {
    for (const camera of cameras) camera.close();
    for (const stop of stops) stop();
  };
  try {
    for (const camera of config.cameras) {
      const open = await named(`camera ${camera.name}`, () =>
        openCamera(camera, { directory, stateDirectory: dirname(state), logger }),
      );
      cameras.push(open);
      addCamera(device, camera, open, tracks);
      stops.push(watchCamera(device, camera, { directory, logger }));
    }
    for (const { port, name, service, action } of config.streams) {
      const options = { name, ...given({ action }) };
      await named(`stream ${name}`, () => device.addStream(port, openStream(service, directory), options));
    }
    for (const resource of config.resources)
      stops.push(
        await named(`resource ${resource.path}`, () =>
          addProgramResource(device, resource, { directory, logger }),
        ),
      );
    const streams = config.streams.map(({ port, name, service }) => ({ port, name, service: service.kind }));
    return { device, tracks, streams, close };
  } catch (error) {
    close();
    throw error;
  }
}

function addCamera(
  device: Device,
  { name, title }: CameraConfig,
  camera: OpenCamera,
  tracks: Map<string, MediaSource>,
): void {
  for (const kind of ['video', 'audio'] as const) {
    const source = camera[kind];
    if (source === undefined) continue;
    device.addTrack(`${name}-${kind}`, source, { title });
    tracks.set(`${name}-${kind}`, source);
  }
  if (camera.sink !== undefined) device.addSink(`${name}-audio`, camera.sink);
}

/** Runs a step; its error names the part of the settings that failed. */
async function named<T>(what: string, open: () => Promise<T> | T): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof EdgeError) throw new EdgeError(cause.code, `${what}: ${cause.message}`, { cause });
    throw new EdgeError('ERR_CONFIG', `${what} could not be opened`, { cause });
  }
}

/** Makes the handler. @throws EdgeError ERR_DEVICE_OPTIONS for settings that can never work. */
function openStream(service: ServiceConfig, directory: string): StreamHandler {
  switch (service.kind) {
    case 'tcp':
      return tcpTunnel({ host: service.host, port: service.port });
    case 'shell': {
      const [command = '/bin/sh', ...args] = service.command;
      return shell({ command, args });
    }
    case 'files':
      return fileDownload({ root: settingsPath(directory, service.root) });
    default:
      return assertNever(service);
  }
}
