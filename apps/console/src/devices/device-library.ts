/** @module The list of remembered devices, with subscriptions. */

import type { ConnectionPath } from '@longwire/client';
import { deviceKey } from './device-key.ts';
import type { RememberedPush } from '../activity/remembered-push.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import type { DeviceStorage } from './device-storage.ts';
import { keptKeyOf, withProof, type KeyConflict, type KeyProof } from './kept-key.ts';
import { withoutRoute, withRouteKept, type Offer } from './offered-route.ts';
import {
  conflictOf,
  mergeDetails,
  type DetailsSource,
  type MergeOutcome,
  type RememberedDevice,
} from './remembered-device.ts';
import { Store } from '@longwire/protocol/base';
import { withPerson, type RememberedPerson } from './remembered-person.ts';

/** Holds the remembered devices and writes every change through to the storage. */
export class DeviceLibrary {
  readonly #storage: DeviceStorage;
  readonly #now: () => number;
  readonly #devices: Store<readonly RememberedDevice[]>;

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe: Store<unknown>['subscribe'];

  /** The current list; the same array until it changes. */
  readonly snapshot: () => readonly RememberedDevice[];

  #hasFailed = false;
  #isRestoring = false;

  private constructor(storage: DeviceStorage, devices: readonly RememberedDevice[], now: () => number) {
    this.#storage = storage;
    this.#devices = new Store(devices);
    this.subscribe = this.#devices.subscribe;
    this.snapshot = this.#devices.snapshot;
    this.#now = now;
  }

  /** Opens the library with the devices in the storage. */
  static async open(storage: DeviceStorage, now: () => number = Date.now): Promise<DeviceLibrary> {
    return new DeviceLibrary(storage, await storage.load(), now);
  }

  /** Whether the devices are still remembered after the page closes. */
  get isLasting(): boolean {
    return this.#storage.isLasting && !this.#hasFailed;
  }

  /** Reloads the storage after another tab has written to it. Changes made here meanwhile are kept. */
  async reload(): Promise<void> {
    const before = this.#devices.value;
    const stored = await this.#storage.load();
    if (this.#devices.value === before) this.#devices.put(stored);
    else await this.reload();
  }

  /** One device, if it is remembered. */
  find(productId: string, deviceId: string): RememberedDevice | undefined {
    return this.get(deviceKey(productId, deviceId));
  }

  /** The device with this key, if it is remembered. */
  get(key: string): RememberedDevice | undefined {
    return this.#devices.value.find((device) => device.key === key);
  }

  /** The two keys, if the details name another key than the stored one. */
  conflictOf(details: DeviceDetails, source: DetailsSource): KeyConflict | undefined {
    return conflictOf(this.find(details.productId, details.deviceId), details, source);
  }

  /** Remembers a device, unless another key is stored for it. Takes effect immediately; the write to the storage follows. */
  remember(details: DeviceDetails, source: DetailsSource = 'person'): MergeOutcome {
    const stored = this.find(details.productId, details.deviceId);
    const outcome = mergeDetails(stored, details, this.#now(), source);
    if (outcome.kind === 'remembered') void this.#put(outcome.device);
    return outcome;
  }

  /** Records that the device has proved a key, and whether the proof also rules out a man in the middle. */
  async noteProof(key: string, proof: KeyProof): Promise<void> {
    await this.#change(key, (device) => withProof(device, proof, this.#now()) ?? device);
  }

  /** Records the key that the device presented, if none is stored yet. */
  async noteFirstKey(key: string, { fingerprint, isBound }: KeyProof): Promise<void> {
    await this.#change(key, (device) =>
      keptKeyOf(device) === undefined
        ? { ...device, firstFingerprint: fingerprint, ...(isBound && { isBound }) }
        : device,
    );
  }

  /** Records that a person opened the device. */
  async noteOpened(key: string): Promise<void> {
    await this.#change(key, (device) => ({ ...device, openedAtMs: this.#now() }));
  }

  /** Records that the device is online now. */
  async noteSeen(key: string): Promise<void> {
    await this.#change(key, (device) => ({ ...device, seenAtMs: this.#now() }));
  }

  /** Records the kind of path over which the device is connected now. */
  async notePath(key: string, path: ConnectionPath['kind']): Promise<void> {
    await this.#change(key, (device) => (device.path === path ? device : { ...device, path }));
  }

  /** Records whether the device lists its streams. */
  async noteStreamList(key: string, isListingStreams: boolean): Promise<void> {
    await this.#change(key, (device) =>
      device.isListingStreams === isListingStreams ? device : { ...device, isListingStreams },
    );
  }

  /** Records the name that the device's owner gave it. */
  async noteGivenName(key: string, givenName: string | undefined): Promise<void> {
    await this.#change(key, (device) => (device.givenName === givenName ? device : { ...device, givenName }));
  }

  /** Records what the device has for the user of this browser. */
  async noteResources(
    key: string,
    { hasControls, hasEvents }: Required<Pick<RememberedDevice, 'hasControls' | 'hasEvents'>>,
  ): Promise<void> {
    await this.#change(key, (device) =>
      device.hasControls === hasControls && device.hasEvents === hasEvents
        ? device
        : { ...device, hasControls, hasEvents },
    );
  }

  /** Records that push messages of the device are on in this browser, or off. */
  async notePush(key: string, push: RememberedPush | undefined): Promise<void> {
    await this.#change(key, (device) => ({ ...device, push }));
  }

  /** Records that a person turned them on. A browser has those of one service, so those of others are off. */
  async notePushTurnedOn(key: string, push: RememberedPush): Promise<void> {
    await this.notePush(key, push);
    for (const device of this.#devices.value)
      if (device.push !== undefined && device.push.key !== push.key)
        await this.notePush(device.key, undefined);
  }

  /** Remembers a user of the device, or updates one. */
  async notePerson(key: string, person: RememberedPerson): Promise<void> {
    await this.#change(key, (device) => ({ ...device, people: withPerson(device.people ?? [], person) }));
  }

  /** Forgets a user of the device. */
  async forgetPerson(key: string, username: string): Promise<void> {
    await this.#change(key, (device) => {
      const people = device.people?.filter((person) => person.username !== username);
      return people?.length === device.people?.length ? device : { ...device, people };
    });
  }

  /** Records who last logged in, to prefill the name, and the account of the certificate if it changed. */
  async noteUser(key: string, username: string, account?: string): Promise<void> {
    await this.#change(key, (device) => {
      const changed = { ...device, username, account: account ?? device.account };
      return changed.username === device.username && changed.account === device.account ? device : changed;
    });
  }

  /** Records the result of trying an offered route: it is kept, or forgotten. */
  async noteRoute(key: string, tried: Offer, isToBeKept: boolean): Promise<void> {
    await this.#change(key, (device) =>
      isToBeKept ? withRouteKept(device, tried) : withoutRoute(device, tried),
    );
  }

  /** Forgets a device and its picture. */
  async remove(key: string): Promise<void> {
    this.#devices.put(this.#devices.value.filter((device) => device.key !== key));
    await this.#keep(() => this.#storage.write(new Map([[key, undefined]])));
  }

  /** Reads the last picture of a device. */
  async picture(key: string): Promise<Blob | undefined> {
    return this.#storage.picture(key);
  }

  /** Stores the last picture of a device, if the device is remembered. */
  async putPicture(key: string, picture: Blob): Promise<void> {
    if (this.get(key) !== undefined) {
      await this.#keep(() => this.#storage.putPicture(key, picture));
    }
  }

  /** Writes everything back after the browser cleared the storage while this page was open. */
  async restore(): Promise<void> {
    if (this.#isRestoring) return;
    this.#isRestoring = true;
    try {
      await this.#keep(() => this.#writeAll());
    } finally {
      this.#isRestoring = false;
    }
  }

  /** Stores what `change` returns for a device, unless the device is not remembered or stays the same. */
  async #change(key: string, change: (device: RememberedDevice) => RememberedDevice): Promise<void> {
    const device = this.get(key);
    const changed = device && change(device);
    if (changed !== undefined && changed !== device) await this.#put(changed);
  }

  async #put(device: RememberedDevice): Promise<void> {
    this.#devices.put(
      this.get(device.key) !== undefined
        ? this.#devices.value.map((each) => (each.key === device.key ? device : each))
        : [...this.#devices.value, device],
    );
    await this.#keep(() => this.#storage.write(new Map([[device.key, device]])));
  }

  /** A full or withdrawn storage must not block access to a device. */
  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
      // An earlier write failed: the storage has room again, so write everything.
      if (this.#hasFailed) await this.#writeAll();
      this.#setFailed(false);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#setFailed(true);
    }
  }

  async #writeAll(): Promise<void> {
    await this.#storage.write(new Map(this.#devices.value.map((device) => [device.key, device])));
  }

  #setFailed(hasFailed: boolean): void {
    if (hasFailed === this.#hasFailed) return;
    this.#hasFailed = hasFailed;
    this.#devices.put(this.#devices.value);
  }
}
