/** @module The remembered devices and their last pictures, as this browser stores them. */

import { foldId } from '@longwire/client';
import type { Database } from '../storage/database.ts';
import type { ChangeJournal, Changes } from './change-journal.ts';
import { readStoredDevice, type RememberedDevice } from './remembered-device.ts';
import { keptKeyOf } from './kept-key.ts';

/** The database of the devices. */
export const DEVICE_DATABASE = {
  name: 'longwire',
  stores: { devices: { keyPath: 'key' }, pictures: {} },
} as const;

/** Options of `DeviceStorage`. */
export interface DeviceStorageOptions {
  readonly database: Database;
  /** Without a journal, a reload loses the writes under way. */
  readonly journal?: ChangeJournal | undefined;
  /** Announces each change to the other tabs, which reload. */
  readonly tabs?: Pick<BroadcastChannel, 'postMessage'> | undefined;
}

/** Stores devices and pictures between visits. */
export class DeviceStorage {
  readonly #options: DeviceStorageOptions;
  readonly #unsaved = new Map<string, RememberedDevice | undefined>();

  private constructor(options: DeviceStorageOptions) {
    this.#options = options;
  }

  /** Opens the storage and completes the writes of the previous page. */
  static async open(options: DeviceStorageOptions): Promise<DeviceStorage> {
    const storage = new DeviceStorage(options);
    for (const change of options.journal?.read() ?? []) {
      try {
        await storage.write(new Map([change]));
      } catch (error) {
        // Still no room; the next write reports it.
        if (!(error instanceof DOMException)) throw error;
      }
    }
    return storage;
  }

  /** False if everything stored is lost when the page closes. */
  get isLasting(): boolean {
    return this.#options.database.isLasting;
  }

  async load(): Promise<readonly RememberedDevice[]> {
    const rows = await this.#options.database.entries('devices');
    const devices = distinctDevices(
      [...rows.values()].map(readStoredDevice).filter((device) => device !== undefined),
    );
    const earlierKeys = [...rows.keys()].filter((key) => key !== foldId(key));
    try {
      if (earlierKeys.length > 0) await this.#rename(earlierKeys, devices);
    } catch (error) {
      // The storage may be full: the next visit tries again, and this visit has all devices in memory.
      if (!(error instanceof DOMException)) throw error;
    }
    return devices;
  }

  /** Writes all changes in one transaction; removing a device removes its picture. */
  async write(changes: Changes): Promise<void> {
    const { database, journal, tabs } = this.#options;
    for (const [key, device] of changes) this.#unsaved.set(key, device);
    journal?.write(this.#unsaved);
    try {
      await database.write([...changes].flatMap(rowsOf));
      tabs?.postMessage('changed');
    } finally {
      // Keeps the entry if a later change of the same device is still pending.
      for (const [key, device] of changes) if (this.#unsaved.get(key) === device) this.#unsaved.delete(key);
      journal?.write(this.#unsaved);
    }
  }

  async picture(key: string): Promise<Blob | undefined> {
    const picture = await this.#options.database.get('pictures', key);
    return picture instanceof Blob ? picture : undefined;
  }

  async putPicture(key: string, picture: Blob): Promise<void> {
    await this.#options.database.write([{ store: 'pictures', key, value: picture }]);
  }

  /** Renames rows and pictures of earlier versions, whose keys have the ids as they were typed. */
  async #rename(earlierKeys: readonly string[], devices: readonly RememberedDevice[]): Promise<void> {
    const { database } = this.#options;
    const pictures = await database.entries('pictures');
    await database.write([
      ...earlierKeys.flatMap((key) => [
        ...(pictures.has(key) ? [{ store: 'pictures', key: foldId(key), value: pictures.get(key) }] : []),
        ...rowsOf([key, undefined]),
      ]),
      ...devices.flatMap((device) => rowsOf([device.key, device])),
    ]);
  }
}

function rowsOf([key, device]: readonly [string, RememberedDevice | undefined]) {
  const row = { store: 'devices', key, value: device };
  return device === undefined ? [row, { store: 'pictures', key, value: undefined }] : [row];
}

/** Returns one device for each key: the one with a verified key, else one with a stored key, else the oldest. */
export function distinctDevices(devices: readonly RememberedDevice[]): readonly RememberedDevice[] {
  const best = new Map<string, RememberedDevice>();
  for (const device of devices.toSorted(compareTrust))
    if (!best.has(device.key)) best.set(device.key, device);
  return devices.filter((device) => best.get(device.key) === device);
}

function compareTrust(a: RememberedDevice, b: RememberedDevice): number {
  return trustOf(b) - trustOf(a) || a.addedAtMs - b.addedAtMs;
}

function trustOf(device: RememberedDevice): number {
  if (keptKeyOf(device) === undefined) return 0;
  return device.verifiedAtMs === undefined ? 1 : 2;
}
