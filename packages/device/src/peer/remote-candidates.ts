/** @module The client's candidates, queued in order until a remote description is set. */
import type { IceCandidate, Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import { MAX_REMOTE_CANDIDATES, usableCandidate, type RemoteCandidate } from './usable-candidate.ts';

/** Queues early candidates and passes later ones to ICE. */
export class RemoteCandidates {
  readonly #add: (candidate: RemoteCandidate) => void;
  readonly #logger: Logger;
  #early: RemoteCandidate[] | undefined = [];
  #count = 0;

  constructor(add: (candidate: RemoteCandidate) => void, logger: Logger) {
    this.#add = add;
    this.#logger = logger;
  }

  /** Adds a candidate, now or once a remote description is set. */
  add(candidate: IceCandidate): void {
    const usable = usableCandidate(candidate);
    if (usable === undefined || this.#count >= MAX_REMOTE_CANDIDATES) return;
    this.#count += 1;
    if (this.#early === undefined) this.#handOn(usable);
    else this.#early.push(usable);
  }

  /** Passes the queued candidates on, in order: a remote description is set. */
  open(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const candidate of early) this.#handOn(candidate);
  }

  /** Logs a candidate that ICE refuses and continues; a candidate of an ignored offer, for example, is harmless. */
  #handOn(candidate: RemoteCandidate): void {
    try {
      this.#add(candidate);
    } catch (error) {
      this.#logger.debug('peer.candidate-refused', { reason: reasonOf(error) });
    }
  }
}
