/** @module Limits how many clients wait for their devices. */
import { Disposables } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import { KeyedCounter } from '../request/keyed-counter.ts';
import { TOO_MANY_WAITING, TOO_MANY_WAITING_PER_TOKEN } from './close-reason.ts';

/** A slot, or why there is none. */
export type WaitingSlot =
  | { readonly kind: 'taken'; readonly slot: Disposable }
  | { readonly kind: 'full'; readonly reason: string };

/** The waiting clients of a node, and those of each token. */
export class WaitingSlots {
  readonly #all: KeyedCounter;
  readonly #perToken: KeyedCounter;

  constructor({ waitingClients, waitingPerToken }: Pick<Limits, 'waitingClients' | 'waitingPerToken'>) {
    this.#all = new KeyedCounter(waitingClients);
    this.#perToken = new KeyedCounter(waitingPerToken);
  }

  /** Counts a client until its slot is disposed. */
  take(tokenId: string): WaitingSlot {
    const ofToken = this.#perToken.take(tokenId);
    if (ofToken === undefined) return { kind: 'full', reason: TOO_MANY_WAITING_PER_TOKEN };
    const ofNode = this.#all.take('');
    if (ofNode === undefined) {
      ofToken[Symbol.dispose]();
      return { kind: 'full', reason: TOO_MANY_WAITING };
    }
    const slot = new Disposables();
    slot.use(ofToken);
    slot.use(ofNode);
    return { kind: 'taken', slot };
  }
}
