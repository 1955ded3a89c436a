/** @module Deletes everything this browser stores: devices, pictures, certificates, preferences. */

import type { BrowserIdentity } from '@longwire/client';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { PREFERENCES, type Preferences } from './preferences.ts';

/** The stores to delete. */
export interface ForgetOptions {
  readonly devices: readonly RememberedDevice[];
  readonly remove: (key: string) => Promise<void>;
  readonly identity: Pick<BrowserIdentity, 'forget'>;
  readonly preferences: Pick<Preferences, 'set'>;
  /** Not every browser lists its databases. */
  readonly databases: Partial<Pick<IDBFactory, 'databases'>> & Pick<IDBFactory, 'deleteDatabase'>;
}

/** Databases with this prefix hold one thing each, and are open only while it is used. */
const DATABASE_PREFIX = 'longwire-';

/** Deletes everything. The devices' own lists of known browsers do not change. */
export async function forgetEverything(options: ForgetOptions): Promise<void> {
  const { devices, remove, identity, preferences, databases } = options;
  for (const { key, productId, deviceId, account } of devices) {
    await identity.forget({ productId, deviceId });
    if (account !== undefined) await identity.forget({ productId, deviceId, account });
    await remove(key);
  }
  // Certificates of earlier users, and of removed devices.
  for (const name of await namesOf(databases)) await settled(databases.deleteDatabase(name));
  for (const choice of PREFERENCES) preferences.set(choice, undefined);
}

/** The names of the databases to delete; none if the browser does not list them. */
async function namesOf(databases: ForgetOptions['databases']): Promise<readonly string[]> {
  try {
    const all = (await databases.databases?.()) ?? [];
    return all.flatMap(({ name }) => (name?.startsWith(DATABASE_PREFIX) === true ? [name] : []));
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}

/** A database that another tab has open is deleted once that tab closes it: there is nothing to wait for. */
async function settled(request: IDBOpenDBRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const outcome of ['success', 'error', 'blocked']) request.addEventListener(outcome, () => resolve());
  });
}
