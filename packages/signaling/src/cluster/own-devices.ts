/** @module The devices attached to this node. */
import type { Attachment, DeviceKey } from '../ports/presence.ts';

/** A device attached here. */
export interface OwnDevice {
  readonly attachment: Attachment;
  /** Names the attachment to other nodes. */
  readonly id: string;
  /** When it attached, by this node's clock. */
  readonly since: number;
  /** The same by the clock of Redis; known once Redis is told. */
  readonly stamp: number | undefined;
}

/** A device as it is called in Redis. */
export function deviceName({ productId, deviceId }: DeviceKey): string {
  return JSON.stringify([productId, deviceId]);
}

/** The newest attachment of each device, whatever Redis knows; and the names of those that Redis has yet to hear of. */
export class OwnDevices {
  readonly #devices = new Map<string, OwnDevice>();
  readonly #changed = new Set<string>();
  #count = 0;

  get size(): number {
    return this.#devices.size;
  }

  /** Whether Redis has heard of everything. */
  get isTold(): boolean {
    return this.#changed.size === 0;
  }

  get(name: string): OwnDevice | undefined {
    return this.#devices.get(name);
  }

  /** Makes an attachment the newest; answers the one before. */
  attach(name: string, attachment: Attachment, since: number): OwnDevice | undefined {
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

  /** Another node has a newer attachment than the one with this id: answers it, unless it is gone already. */
  giveUp(name: string, id: string): OwnDevice | undefined {
    const device = this.#devices.get(name);
    if (device?.id !== id) return undefined;
    this.#devices.delete(name);
    return device;
  }

  /** A device of which Redis is to be told, with the time that it is told, now and ever after. */
  stamped(
    name: string,
    stampOf: (since: number) => number,
  ): (OwnDevice & { readonly stamp: number }) | undefined {
    const device = this.#devices.get(name);
    if (device === undefined) return undefined;
    const stamped = { ...device, stamp: device.stamp ?? stampOf(device.since) };
    this.#devices.set(name, stamped);
    return stamped;
  }

  /** Redis knows nothing of any device. */
  markAll(): void {
    for (const name of this.#devices.keys()) this.#changed.add(name);
  }

  /** Names that Redis has yet to hear of; they count as told until `mark`. */
  takeChanged(limit: number): string[] {
    const names: string[] = [];
    for (const name of this.#changed) {
      if (names.length >= limit) break;
      names.push(name);
    }
    for (const name of names) this.#changed.delete(name);
    return names;
  }

  /** Redis did not hear of these. */
  mark(names: readonly string[]): void {
    for (const name of names) this.#changed.add(name);
  }
}
