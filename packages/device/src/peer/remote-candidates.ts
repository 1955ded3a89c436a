/** @module The candidates of a client, kept in order until there is a description they belong to. */
import type { IceCandidate, Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import { MAX_REMOTE_CANDIDATES, usableCandidate, type RemoteCandidate } from './usable-candidate.ts';

/** Holds early candidates back and hands the others on. */
export class RemoteCandidates {
  readonly #add: (candidate: RemoteCandidate) => void;
  readonly #logger: Logger;
  #early: RemoteCandidate[] | undefined = [];
  #count = 0;

  constructor(add: (candidate: RemoteCandidate) => void, logger: Logger) {
    this.#add = add;
    this.#logger = logger;
  }

  /** Takes a candidate, now or when there is a remote description. */
  add(candidate: IceCandidate): void {
    const usable = usableCandidate(candidate);
    if (usable === undefined || this.#count >= MAX_REMOTE_CANDIDATES) return;
    this.#count += 1;
    if (this.#early === undefined) this.#handOn(usable);
    else this.#early.push(usable);
  }

  /** There is a remote description: hands on what waited, in order. */
  open(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const candidate of early) this.#handOn(candidate);
  }

  /** One that ICE refuses, such as one for an offer that was ignored, is no reason to end anything. */
  #handOn(candidate: RemoteCandidate): void {
    try {
      this.#add(candidate);
    } catch (error) {
      this.#logger.debug('peer.candidate-refused', { reason: reasonOf(error) });
    }
  }
}
