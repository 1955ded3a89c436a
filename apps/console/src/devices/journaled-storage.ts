/** @module Lets pending writes survive a reload: a browser drops the writes that a closing page has not finished. */

import { inTabStorage } from '../tab-storage.ts';
import type { DeviceStorage } from './device-storage.ts';
import { readStoredDevice, type RememberedDevice } from './remembered-device.ts';

const KEY = 'longwire.unsaved';

/** The pending state of devices, by key; `undefined` for a removal. */
export type Changes = ReadonlyMap<string, RememberedDevice | undefined>;

/** Keeps changes in a place that is written synchronously. */
export interface Journal {
  read(): Changes;
  write(changes: Changes): void;
}

/** Keeps them in the tab's session storage. */
export const tabJournal: Journal = {
  read: () => {
    const text = inTabStorage((storage) => storage.getItem(KEY)) ?? '[]';
    const entries: unknown = JSON.parse(text);
    return new Map(Array.isArray(entries) ? entries.flatMap(readEntry) : []);
  },
  write: (changes) => {
    inTabStorage((storage) => {
      if (changes.size === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify([...changes]));
    });
  },
};

/** A storage that records each change of a device in a journal until it is written. */
export class JournaledStorage implements DeviceStorage {
  readonly #inner: DeviceStorage;
  readonly #journal: Journal;
  readonly #unsaved = new Map<string, RememberedDevice | undefined>();

  private constructor(inner: DeviceStorage, journal: Journal) {
    this.#inner = inner;
    this.#journal = journal;
  }

  /** Opens the storage and completes the writes of the previous page. */
  static async open(inner: DeviceStorage, journal: Journal = tabJournal): Promise<JournaledStorage> {
    const storage = new JournaledStorage(inner, journal);
    for (const [key, device] of journal.read()) {
      try {
        await (device === undefined ? storage.remove(key) : storage.put(device));
      } catch (error) {
        // Still no room; the next write reports it.
        if (!(error instanceof DOMException)) throw error;
      }
    }
    return storage;
  }

  get isLasting(): boolean {
    return this.#inner.isLasting;
  }
  async load(): Promise<readonly RememberedDevice[]> {
    return await this.#inner.load();
  }
  async put(device: RememberedDevice): Promise<void> {
    await this.#write(new Map([[device.key, device]]), () => this.#inner.put(device));
  }
  async putAll(devices: readonly RememberedDevice[]): Promise<void> {
    const changes = new Map(devices.map((device) => [device.key, device]));
    await this.#write(changes, () => this.#inner.putAll(devices));
  }
  async remove(key: string): Promise<void> {
    await this.#write(new Map([[key, undefined]]), () => this.#inner.remove(key));
  }
  async picture(key: string): Promise<Blob | undefined> {
    return await this.#inner.picture(key);
  }
  async putPicture(key: string, picture: Blob): Promise<void> {
    await this.#inner.putPicture(key, picture);
  }

  async #write(changes: Changes, write: () => Promise<void>): Promise<void> {
    for (const [key, device] of changes) this.#unsaved.set(key, device);
    this.#journal.write(this.#unsaved);
    try {
      await write();
    } finally {
      // Keeps the entry if a later change of the same device is still pending.
      for (const [key, device] of changes) if (this.#unsaved.get(key) === device) this.#unsaved.delete(key);
      this.#journal.write(this.#unsaved);
    }
  }
}

/** JSON has no `undefined`: a removal is read as `null`. */
function readEntry(entry: unknown): (readonly [string, RememberedDevice | undefined])[] {
  if (!Array.isArray(entry)) return [];
  const [key, row]: readonly unknown[] = entry;
  if (typeof key !== 'string') return [];
  if (row === null) return [[key, undefined]];
  const device = readStoredDevice(row);
  return device === undefined ? [] : [[device.key, device]];
}
