/** @module For tests: a device library over a database, by default in memory, as one page opens it. Its clock is always at 5 ms. */

import { MemoryDatabase, type Database } from '../storage/database.ts';
import { DeviceLibrary } from './device-library.ts';
import { DeviceStorage, type DeviceStorageOptions } from './device-storage.ts';
import type { RememberedDevice } from './remembered-device.ts';

export async function openLibrary(
  database: Database = new MemoryDatabase(),
  options: Omit<DeviceStorageOptions, 'database'> = {},
): Promise<DeviceLibrary> {
  return await DeviceLibrary.open(await DeviceStorage.open({ database, ...options }), () => 5);
}

/** The devices that a page opened now would find. */
export async function storedDevices(database: Database): Promise<readonly RememberedDevice[]> {
  return await (await DeviceStorage.open({ database })).load();
}
