/** @module Remembered devices in IndexedDB. */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { MemoryDeviceStorage, type DeviceStorage } from './device-storage.ts';
import { readStoredDevice, type RememberedDevice } from './remembered-device.ts';

interface Schema extends DBSchema {
  devices: { key: string; value: RememberedDevice };
  pictures: { key: string; value: Blob };
}

class IndexedDeviceStorage implements DeviceStorage {
  readonly isLasting: boolean = true;
  readonly #database: IDBPDatabase<Schema>;

  constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  async load(): Promise<readonly RememberedDevice[]> {
    const rows = await this.#database.getAll('devices');
    return rows.map(readStoredDevice).filter((device) => device !== undefined);
  }
  async put(device: RememberedDevice): Promise<void> {
    await this.#database.put('devices', device);
  }
  async remove(key: string): Promise<void> {
    const both = this.#database.transaction(['devices', 'pictures'], 'readwrite');
    await Promise.all([
      both.objectStore('devices').delete(key),
      both.objectStore('pictures').delete(key),
      both.done,
    ]);
  }
  async picture(key: string): Promise<Blob | undefined> {
    return this.#database.get('pictures', key);
  }
  async putPicture(key: string, picture: Blob): Promise<void> {
    await this.#database.put('pictures', picture, key);
  }
}

/** Opens the browser's storage; where the browser refuses (private windows, policies), memory takes its place. */
export async function openDeviceStorage(): Promise<DeviceStorage> {
  try {
    const database = await openDB<Schema>('longwire', 1, {
      upgrade: (upgraded) => {
        upgraded.createObjectStore('devices', { keyPath: 'key' });
        upgraded.createObjectStore('pictures');
      },
    });
    return new IndexedDeviceStorage(database);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return new MemoryDeviceStorage();
    throw error;
  }
}
