/**
 * @module Slots for connections that have not logged in: limited per network and in total; a newcomer always
 * gets one.
 */
import { AgeList, type AgeEntry } from './age-list.ts';

/** A connection that can be evicted. */
export interface Evictable {
  evict(): void;
}

/** The limits. */
export interface ConnectionSlotsOptions {
  readonly perNetwork: number;
  /** The current total limit. */
  readonly inAll: () => number;
}

/** Whether the holder of a slot is working on something. */
export type Activity = 'idle' | 'busy';

/** Slots of one network, or of all. */
class SlotGroup {
  readonly idle: AgeList<ConnectionSlot> = new AgeList();
  readonly busy: AgeList<ConnectionSlot> = new AgeList();

  get size(): number {
    return this.idle.size + this.busy.size;
  }

  /**
   * The next one to evict: idle ones first, unless most are busy. Reason: neither a flood of idle connections
   * nor one of slow requests can take the other's half.
   */
  get next(): ConnectionSlot | undefined {
    return (this.busy.size > this.idle.size ? this.busy : this.idle).oldest;
  }
}

/**
 * Evicts the oldest at a limit. Reason: refusing the newest would let one client lock out all others of its
 * network.
 */
export class ConnectionSlots {
  readonly #options: ConnectionSlotsOptions;
  readonly #all = new SlotGroup();
  readonly #networks = new Map<string, SlotGroup>();

  constructor(options: ConnectionSlotsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Assigns a slot; evicts an older one of the network, or of all, if none is free. */
  take(network: string, holder: Evictable): ConnectionSlot {
    const { perNetwork, inAll } = this.#options;
    const crowd = this.#networks.get(network);
    if (crowd !== undefined && crowd.size >= perNetwork) crowd.next?.evict();
    if (this.#all.size >= inAll()) this.#all.next?.evict();
    return new ConnectionSlot(this.#all, this.#networks, network, holder);
  }
}

/** One slot; initially idle. */
export class ConnectionSlot implements Disposable {
  readonly #all: SlotGroup;
  readonly #networks: Map<string, SlotGroup>;
  readonly #network: string;
  readonly #holder: Evictable;
  #counter:
    | {
        readonly as: Activity;
        readonly inAll: AgeEntry<ConnectionSlot>;
        readonly ofNetwork: AgeEntry<ConnectionSlot>;
      }
    | undefined;
  #isGivenBack = false;

  constructor(all: SlotGroup, networks: Map<string, SlotGroup>, network: string, holder: Evictable) {
    this.#all = all;
    this.#networks = networks;
    this.#network = network;
    this.#holder = holder;
    this.countAs('idle');
  }

  /**
   * Sets the holder's activity and makes it the newest of its kind; undefined stops counting it and protects
   * it from eviction.
   */
  countAs(activity: Activity | undefined): void {
    if (this.#counter?.as === activity || this.#isGivenBack) return;
    this.#leave();
    if (activity === undefined) return;
    const crowd = this.#networks.get(this.#network) ?? new SlotGroup();
    this.#networks.set(this.#network, crowd);
    this.#counter = {
      as: activity,
      inAll: this.#all[activity].add(this),
      ofNetwork: crowd[activity].add(this),
    };
  }

  evict(): void {
    this[Symbol.dispose]();
    this.#holder.evict();
  }

  [Symbol.dispose](): void {
    this.#leave();
    this.#isGivenBack = true;
  }

  #leave(): void {
    if (this.#counter === undefined) return;
    const { as, inAll, ofNetwork } = this.#counter;
    this.#counter = undefined;
    this.#all[as].remove(inAll);
    const crowd = this.#networks.get(this.#network);
    crowd?.[as].remove(ofNetwork);
    if (crowd?.size === 0) this.#networks.delete(this.#network);
  }
}
