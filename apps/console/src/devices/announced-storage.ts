/** @module Keeps the tabs of a browser in step: each announces its writes, and the others reload. */

import type { DeviceLibrary } from './device-library.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { RememberedDevice } from './remembered-device.ts';

/** The part of `BroadcastChannel` used here: a message posted by one tab reaches all others. */
export interface TabsChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: () => void): void;
}

/** A storage that announces each change of a device to the other tabs. */
export class AnnouncedStorage implements DeviceStorage {
  readonly #inner: DeviceStorage;
  readonly #channel: TabsChannel;

  constructor(inner: DeviceStorage, channel: TabsChannel) {
    this.#inner = inner;
    this.#channel = channel;
  }

  get isLasting(): boolean {
    return this.#inner.isLasting;
  }
  async load(): Promise<readonly RememberedDevice[]> {
    return await this.#inner.load();
  }
  async put(device: RememberedDevice): Promise<void> {
    await this.#inner.put(device);
    this.#channel.postMessage('changed');
  }
  async putAll(devices: readonly RememberedDevice[]): Promise<void> {
    await this.#inner.putAll(devices);
    this.#channel.postMessage('changed');
  }
  async remove(key: string): Promise<void> {
    await this.#inner.remove(key);
    this.#channel.postMessage('changed');
  }
  async picture(key: string): Promise<Blob | undefined> {
    return await this.#inner.picture(key);
  }
  async putPicture(key: string, picture: Blob): Promise<void> {
    await this.#inner.putPicture(key, picture);
  }
}

/** Reloads the library after each write of another tab: writing back a stale row would undo that tab's change. */
export function followOtherTabs(
  library: Pick<DeviceLibrary, 'reload'>,
  channel: TabsChannel,
  reportError: (error: unknown) => void,
): void {
  channel.addEventListener('message', () => {
    library.reload().catch(reportError);
  });
}
