/** @module Storage of the remembered devices and their last pictures. */

import type { RememberedDevice } from './remembered-device.ts';

/** Keeps devices and pictures between visits. */
export interface DeviceStorage {
  /** False if everything stored is lost when the page closes. */
  readonly isLasting: boolean;
  load(): Promise<readonly RememberedDevice[]>;
  put(device: RememberedDevice): Promise<void>;
  /** Writes all devices in one transaction. */
  putAll(devices: readonly RememberedDevice[]): Promise<void>;
  remove(key: string): Promise<void>;
  picture(key: string): Promise<Blob | undefined>;
  putPicture(key: string, picture: Blob): Promise<void>;
}

/** Keeps devices in memory: for browsers that do not let the page store anything, and for tests. */
export class MemoryDeviceStorage implements DeviceStorage {
  readonly isLasting: boolean = false;
  readonly #devices = new Map<string, RememberedDevice>();
  readonly #pictures = new Map<string, Blob>();

  async load(): Promise<readonly RememberedDevice[]> {
    return [...this.#devices.values()];
  }
  async put(device: RememberedDevice): Promise<void> {
    this.#devices.set(device.key, device);
  }
  async putAll(devices: readonly RememberedDevice[]): Promise<void> {
    for (const device of devices) this.#devices.set(device.key, device);
  }
  async remove(key: string): Promise<void> {
    this.#devices.delete(key);
    this.#pictures.delete(key);
  }
  async picture(key: string): Promise<Blob | undefined> {
    return this.#pictures.get(key);
  }
  async putPicture(key: string, picture: Blob): Promise<void> {
    this.#pictures.set(key, picture);
  }
}
