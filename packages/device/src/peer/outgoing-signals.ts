/** @module Sends a peer's descriptions and candidates to the client, with or without trickle ICE. */
import { withoutCandidates, type Description, type IceCandidate } from '@longwire/protocol';

/** Options of {@link OutgoingSignals}. */
export interface OutgoingSignalsOptions {
  readonly isGatheringComplete: () => boolean;
  readonly localDescription: () => Description | undefined;
  readonly sendDescription: (description: Description) => void;
  readonly sendCandidate: (candidate: IceCandidate) => void;
}

/**
 * Sends descriptions immediately, or with all candidates inside for a client that does not support trickle ICE. If the client has shown that
 * it does, the candidates of a first offer wait until the client's first description is applied: a client that answers and already has the
 * device's address can start DTLS while the library still applies the answer, and DTLS fails because the fingerprint is not stored yet
 * (docs/platform.md). A client that has only requested the offer may refuse trickle ICE in its answer, or need candidates to answer at all,
 * so its offer contains them.
 */
export class OutgoingSignals {
  readonly #options: OutgoingSignalsOptions;
  /** Candidates that wait for the client's first description; undefined if they need not wait, or once it is applied. */
  #early: IceCandidate[] | undefined;
  /** Whether no description has been exchanged yet. */
  #isFirst = true;
  #sentSdp = '';
  #omitsCandidates = false;
  #isDescriptionPending = false;
  #hasTrickled = false;
  #owesCandidates = false;

  /** Whether the client supports trickle ICE. */
  isTrickling = true;

  constructor(options: OutgoingSignalsOptions) {
    this.#options = options;
  }

  /** Whether a client without trickle ICE has missed candidates, so that another offer has to contain them. */
  get owesCandidates(): boolean {
    return this.#owesCandidates;
  }

  /** Handles a sign that the client supports trickle ICE: the candidates of a first offer wait. */
  handleTrickle(): void {
    if (this.#isFirst && this.isTrickling) this.#early ??= [];
  }

  /** Stops trickle ICE, which the client does not support: later descriptions contain the candidates. */
  stopTrickling(): void {
    if (!this.isTrickling) return;
    this.isTrickling = false;
    this.#early = undefined;
    this.#owesCandidates =
      this.#sentSdp !== '' && (this.#hasTrickled || !this.#options.isGatheringComplete());
  }

  /** Leaves candidates out of later descriptions; they are only trickled. */
  leaveOutCandidates(): void {
    this.#omitsCandidates = true;
  }

  /** Sends a description, immediately or once all candidates are gathered. */
  handleDescription(description: Description): void {
    this.#isFirst = false;
    if (!this.isTrickling) this.#owesCandidates = false;
    if (!this.isTrickling && !this.#options.isGatheringComplete()) {
      this.#isDescriptionPending = true;
      return;
    }
    const { type, sdp } = description;
    this.#sentSdp = this.#early === undefined && !this.#omitsCandidates ? sdp : withoutCandidates(sdp);
    if (this.#sentSdp !== sdp) this.#hasTrickled = true;
    this.#options.sendDescription({ type, sdp: this.#sentSdp });
  }

  /** Sends the candidates that waited for a description of the client to be applied. */
  handleRemoteApplied(): void {
    this.#isFirst = false;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const candidate of early) this.#options.sendCandidate(candidate);
  }

  /** Sends a candidate, unless the last sent description contains it. */
  handleCandidate(line: string, mid: string): void {
    const candidate = line.replace(/^a=/u, '');
    if (!this.isTrickling || this.#sentSdp.includes(candidate)) return;
    this.#hasTrickled = true;
    const signal = { candidate, sdpMid: mid };
    if (this.#early === undefined) this.#options.sendCandidate(signal);
    else this.#early.push(signal);
  }

  /** Sends the description that waited until all candidates were gathered. */
  handleGatheringComplete(): void {
    if (!this.#isDescriptionPending) return;
    this.#isDescriptionPending = false;
    const description = this.#options.localDescription();
    if (description !== undefined) this.handleDescription(description);
  }
}
