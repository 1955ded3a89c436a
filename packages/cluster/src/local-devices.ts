/** @module The devices attached to this node. */
import type { DeviceKey } from '@longwire/protocol';
import type { Attachment } from './ports/presence.ts';

/** A device attached to this node. */
export interface LocalDevice {
  readonly attachment: Attachment;
  /** Identifies the attachment on other nodes. */
  readonly id: string;
  /** Attach time, by this node's clock. */
  readonly since: number;
  /** The same time by Redis's clock; set once it is written to Redis, until `markAll`. */
  readonly stamp: number | undefined;
}

/** Name of a device in Redis. */
export function deviceName({ productId, deviceId }: DeviceKey): string {
  return JSON.stringify([productId, deviceId]);
}

/** The newest attachment of each device, and the names of devices whose changes Redis does not have yet. */
export class LocalDevices {
  readonly #devices = new Map<string, LocalDevice>();
  readonly #changed = new Set<string>();
  #count = 0;

  get size(): number {
    return this.#devices.size;
  }

  /** Whether Redis has all changes. */
  get isSynced(): boolean {
    return this.#changed.size === 0;
  }

  get(name: string): LocalDevice | undefined {
    return this.#devices.get(name);
  }

  /** Adds the newest attachment; returns the one it replaces. */
  attach(name: string, attachment: Attachment, since: number): LocalDevice | undefined {
    const older = this.#devices.get(name);
    this.#count += 1;
    this.#devices.set(name, { attachment, id: String(this.#count), since, stamp: undefined });
    this.#changed.add(name);
    return older;
  }

  detach(name: string, attachment: Attachment): void {
    if (this.#devices.get(name)?.attachment !== attachment) return;
    this.#devices.delete(name);
    this.#changed.add(name);
  }

  /**
   * Another node has a newer attachment than the one with this id: removes and returns it, unless it is
   * already gone.
   */
  giveUp(name: string, id: string): LocalDevice | undefined {
    const device = this.#devices.get(name);
    if (device?.id !== id) return undefined;
    this.#devices.delete(name);
    return device;
  }

  /** A device to be written to Redis; its attach time in Redis's clock is fixed the first time, until `markAll`. */
  stamped(
    name: string,
    stampOf: (since: number) => number,
  ): (LocalDevice & { readonly stamp: number }) | undefined {
    const device = this.#devices.get(name);
    if (device === undefined) return undefined;
    const stamped = { ...device, stamp: device.stamp ?? stampOf(device.since) };
    this.#devices.set(name, stamped);
    return stamped;
  }

  /**
   * Marks all devices as changed: Redis has none of them, or it is another server, whose clock their attach
   * times have to be converted to.
   */
  markAll(): void {
    for (const [name, device] of this.#devices) {
      this.#devices.set(name, { ...device, stamp: undefined });
      this.#changed.add(name);
    }
  }

  /** Takes names of changed devices; they count as written unless passed to `mark`. */
  takeChanged(limit: number): string[] {
    const names: string[] = [];
    for (const name of this.#changed) {
      if (names.length >= limit) break;
      names.push(name);
    }
    for (const name of names) this.#changed.delete(name);
    return names;
  }

  /** Marks devices as changed because writing them failed. */
  mark(names: readonly string[]): void {
    for (const name of names) this.#changed.add(name);
  }
}
