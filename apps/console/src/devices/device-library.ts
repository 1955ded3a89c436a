/** @module The remembered devices as a list that can be subscribed to. */

import type { DeviceDetails } from '../link/device-details.ts';
import type { ConnectionPath } from '../wire.ts';
import type { DeviceStorage } from './device-storage.ts';
import { keptKeyOf, withProof, type KeyConflict, type KeyProof } from './kept-key.ts';
import { withoutRoute, withRouteKept, type Offer } from './offered-route.ts';
import {
  conflictOf,
  deviceKey,
  mergeDetails,
  type DetailsSource,
  type MergeOutcome,
  type RememberedDevice,
} from './remembered-device.ts';
import { withPerson, type RememberedPerson } from './remembered-person.ts';

/** Holds the remembered devices and writes every change through to the storage. */
export class DeviceLibrary {
  readonly #storage: DeviceStorage;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #devices: readonly RememberedDevice[];
  #hasFailed = false;
  #isRestoring = false;

  private constructor(storage: DeviceStorage, devices: readonly RememberedDevice[], now: () => number) {
    this.#storage = storage;
    this.#devices = devices;
    this.#now = now;
  }

  /** Reads what the storage holds. */
  static async open(storage: DeviceStorage, now: () => number = Date.now): Promise<DeviceLibrary> {
    return new DeviceLibrary(storage, await storage.load(), now);
  }

  /** Whether what is remembered outlasts this visit. */
  get isLasting(): boolean {
    return this.#storage.isLasting && !this.#hasFailed;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The list as it stands; the same array until it changes. */
  readonly snapshot = (): readonly RememberedDevice[] => this.#devices;

  /** Reads the storage anew: another tab has written to it. What changes here meanwhile is not lost. */
  async reload(): Promise<void> {
    const before = this.#devices;
    const stored = await this.#storage.load();
    if (this.#devices === before) this.#replace(stored);
    else await this.reload();
  }

  /** One device, if it is remembered. */
  find(productId: string, deviceId: string): RememberedDevice | undefined {
    const key = deviceKey(productId, deviceId);
    return this.#devices.find((device) => device.key === key);
  }

  /** The two keys where details name another one than this browser has kept. */
  conflictOf(details: DeviceDetails, source: DetailsSource): KeyConflict | undefined {
    return conflictOf(this.find(details.productId, details.deviceId), details, source);
  }

  /** Remembers a device, unless it is known by another key. At once; the storage follows. */
  remember(details: DeviceDetails, source: DetailsSource = 'person'): MergeOutcome {
    const known = this.find(details.productId, details.deviceId);
    const outcome = mergeDetails(known, details, this.#now(), source);
    if (outcome.kind === 'remembered') void this.#put(outcome.device);
    return outcome;
  }

  /** Notes that the device has just proved a key, and whether also that there is no man in the middle. */
  async noteProof(key: string, proof: KeyProof): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    const proved = device && withProof(device, proof, this.#now());
    if (proved !== undefined) await this.#put(proved);
  }

  /** Notes the key that the device has shown, where none has been kept. */
  async noteFirstKey(key: string, { fingerprint, isBound }: KeyProof): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device === undefined || keptKeyOf(device) !== undefined) return;
    await this.#put({ ...device, firstFingerprint: fingerprint, ...(isBound && { isBound }) });
  }

  /** Notes that a person opens the device. */
  async noteOpened(key: string): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device !== undefined) await this.#put({ ...device, openedAtMs: this.#now() });
  }

  /** Notes that the device is there now. */
  async noteSeen(key: string): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device !== undefined) await this.#put({ ...device, seenAtMs: this.#now() });
  }

  /** Notes by which way the device is reached now. */
  async notePath(key: string, path: ConnectionPath['kind']): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device !== undefined && device.path !== path) await this.#put({ ...device, path });
  }

  /** Notes whether the device lists its streams. */
  async noteStreamList(key: string, isListingStreams: boolean): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device !== undefined && device.isListingStreams !== isListingStreams)
      await this.#put({ ...device, isListingStreams });
  }

  /** Remembers a user of the device, or updates one. */
  async notePerson(key: string, person: RememberedPerson): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device !== undefined) await this.#put({ ...device, people: withPerson(device.people ?? [], person) });
  }

  /** Forgets a user of the device. */
  async forgetPerson(key: string, username: string): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    const people = device?.people?.filter((person) => person.username !== username);
    if (device !== undefined && people?.length !== device.people?.length)
      await this.#put({ ...device, people });
  }

  /** Notes who last logged in, to fill the name in the next time, and by which certificate unless by the one of before. */
  async noteUser(key: string, username: string, account?: string): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device === undefined) return;
    const noted = { ...device, username, account: account ?? device.account };
    if (noted.username !== device.username || noted.account !== device.account) await this.#put(noted);
  }

  /** Notes what became of the way that was offered: it is kept from now on, or forgotten. */
  async noteRoute(key: string, tried: Offer, isToBeKept: boolean): Promise<void> {
    const device = this.#devices.find((known) => known.key === key);
    if (device === undefined) return;
    const noted = isToBeKept ? withRouteKept(device, tried) : withoutRoute(device, tried);
    if (noted !== device) await this.#put(noted);
  }

  /** Forgets a device and its picture. */
  async remove(key: string): Promise<void> {
    this.#replace(this.#devices.filter((device) => device.key !== key));
    await this.#keep(() => this.#storage.remove(key));
  }

  /** The last picture of a device. */
  async picture(key: string): Promise<Blob | undefined> {
    return this.#storage.picture(key);
  }

  /** Keeps a picture as the last one, while the device is remembered. */
  async putPicture(key: string, picture: Blob): Promise<void> {
    if (this.#devices.some((device) => device.key === key)) {
      await this.#keep(() => this.#storage.putPicture(key, picture));
    }
  }

  /** The browser has emptied the storage while this page was open: what the page still holds is kept again. */
  async restore(): Promise<void> {
    if (this.#isRestoring) return;
    this.#isRestoring = true;
    try {
      await this.#keep(() => this.#storage.putAll(this.#devices));
    } finally {
      this.#isRestoring = false;
    }
  }

  async #put(device: RememberedDevice): Promise<void> {
    const isKnown = this.#devices.some((known) => known.key === device.key);
    this.#replace(
      isKnown
        ? this.#devices.map((known) => (known.key === device.key ? device : known))
        : [...this.#devices, device],
    );
    await this.#keep(() => this.#storage.put(device));
  }

  /** A browser that has no room left, or takes its storage away, must not keep anybody from a device. */
  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
      // What could not be kept before is kept as soon as there is room again.
      if (this.#hasFailed) await this.#storage.putAll(this.#devices);
      this.#setFailed(false);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#setFailed(true);
    }
  }

  #setFailed(hasFailed: boolean): void {
    if (hasFailed === this.#hasFailed) return;
    this.#hasFailed = hasFailed;
    for (const listener of this.#listeners) listener();
  }

  #replace(devices: readonly RememberedDevice[]): void {
    this.#devices = devices;
    for (const listener of this.#listeners) listener();
  }
}
