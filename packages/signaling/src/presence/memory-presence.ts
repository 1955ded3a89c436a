/** @module Presence for a single node, in memory. */
import type { DeviceKey } from '@longwire/protocol';
import { DeviceWatches, type Attachment, type Located, type Presence } from '@longwire/cluster';

/** Holds the newest attachment of each device. */
export class MemoryPresence implements Presence {
  readonly #attached = new Map<string, Attachment>();
  readonly #watches = new DeviceWatches();

  async attach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const name = nameOf(key);
    const older = this.#attached.get(name);
    this.#attached.set(name, attachment);
    older?.replace();
    this.#watches.notify(name);
  }

  async detach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const name = nameOf(key);
    if (this.#attached.get(name) === attachment) this.#attached.delete(name);
  }

  async locate(key: DeviceKey): Promise<Located> {
    const attachment = this.#attached.get(nameOf(key));
    return attachment === undefined ? { kind: 'offline' } : { kind: 'attached', attachment };
  }

  watch(key: DeviceKey, onAttached: () => void): Disposable {
    return this.#watches.add(nameOf(key), onAttached);
  }
}

function nameOf({ productId, deviceId }: DeviceKey): string {
  return JSON.stringify([productId, deviceId]);
}
