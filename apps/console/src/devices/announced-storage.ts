/** @module Tabs of one browser remember the same: each says when it has written, and the others read anew. */

import type { DeviceLibrary } from './device-library.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { RememberedDevice } from './remembered-device.ts';

/** The part of `BroadcastChannel` that is used here; what one tab posts, all others are given. */
export interface TabsChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: () => void): void;
}

/** A storage that tells the other tabs of each change of a device. */
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

/** Has the library read anew whenever another tab has written: a stale row written back would undo what that tab learned. */
export function followOtherTabs(
  library: Pick<DeviceLibrary, 'reload'>,
  channel: TabsChannel,
  reportError: (error: unknown) => void,
): void {
  channel.addEventListener('message', () => {
    library.reload().catch(reportError);
  });
}
