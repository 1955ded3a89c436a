/**
 * @module Limits WebSockets: those that have not logged in are evicted for newer ones, logged-in ones are
 * counted separately.
 */
import type { Limits } from '../config/limits.ts';
import { ConnectionSlots, type Evictable, type ConnectionSlot } from '../request/connection-slots.ts';
import { KeyedCounter } from '../request/keyed-counter.ts';

/** The limits of a node. */
export class SocketSlots {
  readonly #maxSockets: number;
  readonly #waiting: ConnectionSlots;
  readonly #loggedIn: LoggedIn;

  constructor({ sockets, socketsPerAddress }: Pick<Limits, 'sockets' | 'socketsPerAddress'>) {
    this.#maxSockets = sockets;
    this.#loggedIn = { perNetwork: new KeyedCounter(socketsPerAddress), count: 0 };
    this.#waiting = new ConnectionSlots({
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
  take(network: string, holder: Evictable): SocketSlot {
    return new SocketSlot(network, this.#waiting.take(network, holder), this.#loggedIn);
  }
}

interface LoggedIn {
  readonly perNetwork: KeyedCounter;
  count: number;
}

/** The slot of one socket until it closes. */
export class SocketSlot implements Disposable {
  readonly #network: string;
  readonly #loggedIn: LoggedIn;
  #held:
    | { readonly kind: 'waiting'; readonly slot: ConnectionSlot }
    | { readonly kind: 'loggedIn'; readonly slot: Disposable }
    | undefined;

  constructor(network: string, slot: ConnectionSlot, loggedIn: LoggedIn) {
    this.#network = network;
    this.#held = { kind: 'waiting', slot };
    this.#loggedIn = loggedIn;
  }

  /**
   * Counts the socket as logged in, which protects it from eviction; false if its network has reached its
   * limit.
   */
  logIn(): boolean {
    if (this.#held?.kind !== 'waiting') return this.#held !== undefined;
    const slot = this.#loggedIn.perNetwork.take(this.#network);
    if (slot === undefined) return false;
    this.#held.slot[Symbol.dispose]();
    this.#held = { kind: 'loggedIn', slot };
    this.#loggedIn.count += 1;
    return true;
  }

  [Symbol.dispose](): void {
    if (this.#held?.kind === 'loggedIn') this.#loggedIn.count -= 1;
    this.#held?.slot[Symbol.dispose]();
    this.#held = undefined;
  }
}
