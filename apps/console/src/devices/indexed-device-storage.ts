/** @module The remembered devices in IndexedDB. */

import type { DBSchema } from 'idb';
import { foldId } from '@longwire/client';
import { ReopenedDatabase } from '../reopened-database.ts';
import { MemoryDeviceStorage, type DeviceStorage } from './device-storage.ts';
import { distinctDevices } from './distinct-devices.ts';
import { readStoredDevice, type RememberedDevice } from './remembered-device.ts';

interface Schema extends DBSchema {
  devices: { key: string; value: RememberedDevice };
  pictures: { key: string; value: Blob };
}

class IndexedDeviceStorage implements DeviceStorage {
  readonly isLasting: boolean = true;
  readonly #database: ReopenedDatabase<Schema>;

  constructor(database: ReopenedDatabase<Schema>) {
    this.#database = database;
  }

  async load(): Promise<readonly RememberedDevice[]> {
    const rows = await this.#database.use((database) => database.getAll('devices'));
    const devices = distinctDevices(rows.map(readStoredDevice).filter((device) => device !== undefined));
    const earlierKeys = rows.map(({ key }) => key).filter((key) => key !== foldId(key));
    try {
      if (earlierKeys.length > 0) await this.#rename(earlierKeys, devices);
    } catch (error) {
      // The storage may be full: the next visit tries again, and this visit has all devices in memory.
      if (!(error instanceof DOMException)) throw error;
    }
    return devices;
  }
  async put(device: RememberedDevice): Promise<void> {
    await this.#database.use((database) => database.put('devices', device));
  }
  async putAll(devices: readonly RememberedDevice[]): Promise<void> {
    await this.#database.use(async (database) => {
      const all = database.transaction('devices', 'readwrite');
      await Promise.all([...devices.map((device) => all.store.put(device)), all.done]);
    });
  }
  async remove(key: string): Promise<void> {
    await this.#database.use(async (database) => {
      const both = database.transaction(['devices', 'pictures'], 'readwrite');
      await Promise.all([
        both.objectStore('devices').delete(key),
        both.objectStore('pictures').delete(key),
        both.done,
      ]);
    });
  }
  /** Renames rows and pictures of earlier versions, whose keys have the ids as they were typed. */
  async #rename(earlierKeys: readonly string[], devices: readonly RememberedDevice[]): Promise<void> {
    await this.#database.use(async (database) => {
      const both = database.transaction(['devices', 'pictures'], 'readwrite');
      const [stored, pictures] = [both.objectStore('devices'), both.objectStore('pictures')];
      for (const key of earlierKeys) {
        const picture = await pictures.get(key);
        if (picture !== undefined) await pictures.put(picture, foldId(key));
        await Promise.all([stored.delete(key), pictures.delete(key)]);
      }
      await Promise.all([...devices.map((device) => stored.put(device)), both.done]);
    });
  }
  async picture(key: string): Promise<Blob | undefined> {
    return this.#database.use((database) => database.get('pictures', key));
  }
  async putPicture(key: string, picture: Blob): Promise<void> {
    await this.#database.use((database) => database.put('pictures', picture, key));
  }
}

/**
 * Opens the browser's storage, or memory if the browser refuses (private windows, policies). `onLost` is called when the browser has
 * cleared the storage while it was open.
 */
export async function openDeviceStorage(onLost: () => void): Promise<DeviceStorage> {
  try {
    const database = await ReopenedDatabase.open<Schema>({
      name: 'longwire',
      onLost,
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
