/** @module Forgets all that this browser holds: devices, pictures, certificates, choices. */

import type { RememberedDevice } from '../devices/remembered-device.ts';
import type { BrowserIdentity } from '../wire.ts';
import { PREFERENCES, type Preferences } from './preferences.ts';

/** What is emptied. */
export interface ForgetOptions {
  readonly devices: readonly RememberedDevice[];
  readonly remove: (key: string) => Promise<void>;
  readonly identity: Pick<BrowserIdentity, 'forget'>;
  readonly preferences: Pick<Preferences, 'set'>;
  /** Not every browser lists its databases. */
  readonly databases: Partial<Pick<IDBFactory, 'databases'>> & Pick<IDBFactory, 'deleteDatabase'>;
}

/** Databases with this beginning hold one thing each, and are open only while it is used. */
const DATABASE_PREFIX = 'longwire-';

/** Forgets. The devices' own lists of browsers are the devices': they are not changed by it. */
export async function forgetEverything(options: ForgetOptions): Promise<void> {
  const { devices, remove, identity, preferences, databases } = options;
  for (const { key, productId, deviceId, account } of devices) {
    await identity.forget({ productId, deviceId });
    if (account !== undefined) await identity.forget({ productId, deviceId, account });
    await remove(key);
  }
  // Certificates of users who logged in before the last one, and of devices that were removed before.
  for (const name of await namesOf(databases)) await settled(databases.deleteDatabase(name));
  for (const choice of PREFERENCES) preferences.set(choice, undefined);
}

/** The names of the databases that are to go; none where the browser does not tell. */
async function namesOf(databases: ForgetOptions['databases']): Promise<readonly string[]> {
  try {
    const all = (await databases.databases?.()) ?? [];
    return all.flatMap(({ name }) => (name?.startsWith(DATABASE_PREFIX) === true ? [name] : []));
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}

/** A database that another tab has open goes when that closes it: there is nothing to wait for. */
async function settled(request: IDBOpenDBRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const outcome of ['success', 'error', 'blocked']) request.addEventListener(outcome, () => resolve());
  });
}
