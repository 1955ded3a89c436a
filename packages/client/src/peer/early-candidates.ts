/** @module Candidates that arrived before their description, in order. */
import type { IceCandidate } from '@longwire/protocol';

/** Most candidates kept. Reason: the other side chooses how many it sends; hosts with many addresses have dozens. */
export const MAX_EARLY_CANDIDATES = 256;

/** Queues candidates until they can be added. */
export class EarlyCandidates {
  #kept: IceCandidate[] = [];

  /** False if the queue is full. */
  keep(candidate: IceCandidate): boolean {
    if (this.#kept.length >= MAX_EARLY_CANDIDATES) return false;
    this.#kept.push(candidate);
    return true;
  }

  /** Returns the queued candidates and empties the queue. */
  take(): readonly IceCandidate[] {
    const taken = this.#kept;
    this.#kept = [];
    return taken;
  }
}
