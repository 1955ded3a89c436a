/** @module Places for connections that have not logged in: limited per network and in all, and a newcomer always gets one. */
import { AgeList, type AgeEntry } from './age-list.ts';

/** What can be ended to make room. */
export interface Evictable {
  evict(): void;
}

/** How many places there are. */
export interface PlacesOptions {
  readonly perNetwork: number;
  /** In all networks together, at this moment. */
  readonly inAll: () => number;
}

/** What the holder of a place does: nothing, or something that is under way. */
export type Activity = 'idle' | 'busy';

/** Places of one network, or of all. */
class Crowd {
  readonly idle: AgeList<Place> = new AgeList();
  readonly busy: AgeList<Place> = new AgeList();

  get size(): number {
    return this.idle.size + this.busy.size;
  }

  /** Idle ones end first, unless most are busy. Reason: neither a flood of idle connections nor one of slow requests takes the other's half. */
  get next(): Place | undefined {
    return (this.busy.size > this.idle.size ? this.busy : this.idle).oldest;
  }
}

/** At a limit the oldest is evicted. Reason: refusing the newest lets one client lock out all others of its network. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #all = new Crowd();
  readonly #networks = new Map<string, Crowd>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Gives a place; an older one of the network, or of all, is evicted where there is none left. */
  take(network: string, holder: Evictable): Place {
    const { perNetwork, inAll } = this.#options;
    const crowd = this.#networks.get(network);
    if (crowd !== undefined && crowd.size >= perNetwork) crowd.next?.evict();
    if (this.#all.size >= inAll()) this.#all.next?.evict();
    return new Place(this.#all, this.#networks, network, holder);
  }
}

/** One place; it counts as idle at first. */
export class Place implements Disposable {
  readonly #all: Crowd;
  readonly #networks: Map<string, Crowd>;
  readonly #network: string;
  readonly #holder: Evictable;
  #counted:
    | { readonly as: Activity; readonly inAll: AgeEntry<Place>; readonly ofNetwork: AgeEntry<Place> }
    | undefined;
  #isGivenBack = false;

  constructor(all: Crowd, networks: Map<string, Crowd>, network: string, holder: Evictable) {
    this.#all = all;
    this.#networks = networks;
    this.#network = network;
    this.#holder = holder;
    this.countAs('idle');
  }

  /** Counts the holder by what it does now, as the newest of those; undefined for one that is not counted and cannot be evicted. */
  countAs(activity: Activity | undefined): void {
    if (this.#counted?.as === activity || this.#isGivenBack) return;
    this.#leave();
    if (activity === undefined) return;
    const crowd = this.#networks.get(this.#network) ?? new Crowd();
    this.#networks.set(this.#network, crowd);
    this.#counted = {
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
    if (this.#counted === undefined) return;
    const { as, inAll, ofNetwork } = this.#counted;
    this.#counted = undefined;
    this.#all[as].remove(inAll);
    const crowd = this.#networks.get(this.#network);
    crowd?.[as].remove(ofNetwork);
    if (crowd?.size === 0) this.#networks.delete(this.#network);
  }
}
