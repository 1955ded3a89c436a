/** @module Candidates that came before the description they belong to, in order. */
import type { IceCandidate } from '@longwire/protocol';

/** Most candidates kept. Reason: the other side chooses how many it sends; hosts with many addresses have dozens. */
export const MAX_EARLY_CANDIDATES = 256;

/** Keeps candidates until they can be added. */
export class EarlyCandidates {
  #kept: IceCandidate[] = [];

  /** False when there is no room. */
  keep(candidate: IceCandidate): boolean {
    if (this.#kept.length >= MAX_EARLY_CANDIDATES) return false;
    this.#kept.push(candidate);
    return true;
  }

  /** Hands out what was kept, and forgets it. */
  take(): readonly IceCandidate[] {
    const taken = this.#kept;
    this.#kept = [];
    return taken;
  }
}
