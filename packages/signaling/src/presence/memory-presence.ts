/** @module Presence for a single node, in memory. */
import type { DeviceKey } from '@longwire/protocol';
import type { Attachment, Located, Presence } from '@longwire/cluster';

/** Holds the newest attachment of each device. */
export class MemoryPresence implements Presence {
  readonly #attached = new Map<string, Attachment>();

  async attach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const name = nameOf(key);
    const older = this.#attached.get(name);
    this.#attached.set(name, attachment);
    older?.replace();
  }

  async detach(key: DeviceKey, attachment: Attachment): Promise<void> {
    const name = nameOf(key);
    if (this.#attached.get(name) === attachment) this.#attached.delete(name);
  }

  async locate(key: DeviceKey): Promise<Located> {
    const attachment = this.#attached.get(nameOf(key));
    return attachment === undefined ? { kind: 'offline' } : { kind: 'attached', attachment };
  }
}

function nameOf({ productId, deviceId }: DeviceKey): string {
  return JSON.stringify([productId, deviceId]);
}
