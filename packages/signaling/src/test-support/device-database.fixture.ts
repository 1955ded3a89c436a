/** @module A database with one product and one device, for tests of the command in its own process. */
import { join } from 'node:path';
import type { Registry } from '../ports/registry.ts';
import { openRegistry } from '../registry/registry.ts';
import { makeDirectory } from './directory.fixture.ts';
import { makeIdentity } from './test-identity.fixture.ts';

/** The device in the database. */
export const DEVICE = { productId: 'pr-1', deviceId: 'd1' } as const;

/** A database in a folder of its own, until disposal. */
export interface DeviceDatabase extends AsyncDisposable {
  readonly directory: string;
  readonly path: string;
  readonly identity: Awaited<ReturnType<typeof makeIdentity>>;
  /** Opened for the test, beside the command. */
  readonly registry: Registry;
}

/** Makes the database. */
export async function makeDeviceDatabase(): Promise<DeviceDatabase> {
  const directory = await makeDirectory();
  const path = join(directory.path, 'registry.db');
  const identity = await makeIdentity();
  const registry = await openRegistry(path);
  await registry.products.add(DEVICE.productId);
  await registry.devices.add({ ...DEVICE, fingerprint: identity.fingerprint });
  return {
    directory: directory.path,
    path,
    identity,
    registry,
    [Symbol.asyncDispose]: async () => {
      await registry[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}
