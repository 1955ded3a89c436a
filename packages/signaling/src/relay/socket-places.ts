/**
 * @module Limits WebSockets: those that have not logged in are evicted for newer ones, logged-in ones are
 * counted separately.
 */
import type { Limits } from '../config/limits.ts';
import { Places, type Evictable, type Place } from '../request/places.ts';
import { Tally } from '../request/tally.ts';

/** The limits of a node. */
export class SocketPlaces {
  readonly #maxSockets: number;
  readonly #waiting: Places;
  readonly #loggedIn: LoggedIn;

  constructor({ sockets, socketsPerAddress }: Pick<Limits, 'sockets' | 'socketsPerAddress'>) {
    this.#maxSockets = sockets;
    this.#loggedIn = { perNetwork: new Tally(socketsPerAddress), count: 0 };
    this.#waiting = new Places({
      perNetwork: socketsPerAddress,
      inAll: () => sockets - this.#loggedIn.count,
    });
  }

  get size(): number {
    return this.#waiting.size + this.#loggedIn.count;
  }

  /** Whether {@link take} succeeds, possibly by evicting a socket that has not logged in. */
  get hasRoom(): boolean {
    return this.#loggedIn.count < this.#maxSockets;
  }

  /** Counts a socket that has not logged in. */
  take(network: string, holder: Evictable): SocketPlace {
    return new SocketPlace(network, this.#waiting.take(network, holder), this.#loggedIn);
  }
}

interface LoggedIn {
  readonly perNetwork: Tally;
  count: number;
}

/** The slot of one socket until it closes. */
export class SocketPlace implements Disposable {
  readonly #network: string;
  readonly #loggedIn: LoggedIn;
  #held:
    | { readonly kind: 'waiting'; readonly place: Place }
    | { readonly kind: 'loggedIn'; readonly place: Disposable }
    | undefined;

  constructor(network: string, place: Place, loggedIn: LoggedIn) {
    this.#network = network;
    this.#held = { kind: 'waiting', place };
    this.#loggedIn = loggedIn;
  }

  /**
   * Counts the socket as logged in, which protects it from eviction; false if its network has reached its
   * limit.
   */
  logIn(): boolean {
    if (this.#held?.kind !== 'waiting') return this.#held !== undefined;
    const place = this.#loggedIn.perNetwork.take(this.#network);
    if (place === undefined) return false;
    this.#held.place[Symbol.dispose]();
    this.#held = { kind: 'loggedIn', place };
    this.#loggedIn.count += 1;
    return true;
  }

  [Symbol.dispose](): void {
    if (this.#held?.kind === 'loggedIn') this.#loggedIn.count -= 1;
    this.#held?.place[Symbol.dispose]();
    this.#held = undefined;
  }
}
