/** @module A connection to a device that signs for `negotiation/1`, in a world whose service is hostile from a given moment on. */
import { NEGOTIATION_FEATURE } from '@longwire/protocol';
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import type { ConnectionOptions } from './options.ts';

/** What was reported to the application. */
export interface InsideRig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  /** Each arrival as `mid name`, and each status as `mid name error`, marked where it is authenticated. */
  readonly reported: string[];
  readonly warnings: string[];
  /** The codes with which the connection ended. */
  readonly ends: (string | undefined)[];
}

/** How a rig differs from the usual one. */
export interface InsideRigOptions {
  readonly prepare?: (device: FakeDevice) => void;
  readonly options?: Partial<ConnectionOptions>;
}

const mark = (isAuthenticated: boolean): string => (isAuthenticated ? '!' : '?');

/** A device that has two cameras to add. */
export async function connectedRig({ prepare, options }: InsideRigOptions = {}): Promise<InsideRig> {
  const world = await createFakeWorld();
  world.prepare = (device) => {
    device.signedFeatures = [NEGOTIATION_FEATURE];
    prepare?.(device);
  };
  const connection = createConnection({ ...world.options, ...options });
  const rig: InsideRig = { world, connection, reported: [], warnings: [], ends: [] };
  connection.on('track', ({ trackId, error, message, isAuthenticated, transceiver: { mid } }) =>
    rig.reported.push([mark(isAuthenticated), mid, trackId, error, message].filter(Boolean).join(' ')),
  );
  connection.on('trackstatus', ({ mid, trackId, error, message, isAuthenticated }) =>
    rig.reported.push([`${mark(isAuthenticated)}${mid}`, trackId, error, message].filter(Boolean).join(' ')),
  );
  connection.on('warning', ({ code }) => rig.warnings.push(code));
  connection.on('close', (error) => rig.ends.push(error && Reflect.get(error, 'code')));
  await connection.connect();
  return rig;
}

/** The same, verified: from here on it negotiates over itself. */
export async function verifiedRig(options: InsideRigOptions = {}): Promise<InsideRig> {
  const rig = await connectedRig(options);
  await verify(rig);
  return rig;
}

/** Has the device prove its key, and lets the channel open. */
export async function verify({ connection, world }: InsideRig): Promise<void> {
  await connection.verifyFingerprint(world.identity.fingerprint);
  await world.settled();
}

/** The device adds cameras and offers them. */
export async function addCameras({ world }: InsideRig, ...trackIds: readonly string[]): Promise<void> {
  for (const trackId of trackIds) world.device.addTrack('video', trackId);
  await world.device.offer();
  await world.settled();
}
