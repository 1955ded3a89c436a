/** @module What a peer says to the client: descriptions, and candidates one by one or inside them. */
import { withoutCandidates, type Description, type IceCandidate } from '@longwire/protocol';

/** What {@link OutgoingSignals} needs of the peer connection and of the way to the client. */
export interface OutgoingSignalsOptions {
  readonly isGatheringComplete: () => boolean;
  readonly localDescription: () => Description | undefined;
  readonly sendDescription: (description: Description) => void;
  readonly sendCandidate: (candidate: IceCandidate) => void;
}

/**
 * Sends descriptions at once, or with all candidates inside for a client that cannot take them one by one. Where a client has shown that it
 * can, what goes with an offer before its first description waits until that is applied: a client that answers and knows where the device
 * is can begin DTLS while the library still applies the answer, which fails, as the fingerprint is not kept yet (docs/platform.md). One that
 * has only asked for the offer may say with its answer alone that it cannot, or not answer without candidates: it has them inside.
 */
export class OutgoingSignals {
  readonly #options: OutgoingSignalsOptions;
  /** Candidates that wait for the client's first description; undefined where they do not, and once that is applied. */
  #early: IceCandidate[] | undefined;
  /** No description has gone either way. */
  #isFirst = true;
  #sentSdp = '';
  #isBare = false;
  #isHolding = false;
  #hasTrickled = false;
  #isOwing = false;

  /** Whether the client takes candidates one by one. */
  isTrickling = true;

  constructor(options: OutgoingSignalsOptions) {
    this.#options = options;
  }

  /** Whether candidates went, or would have gone, to a client that cannot take them by themselves. */
  get isOwing(): boolean {
    return this.#isOwing;
  }

  /** The client has shown that it takes candidates one by one: those of a first offer wait. */
  handleTrickle(): void {
    if (this.#isFirst && this.isTrickling) this.#early ??= [];
  }

  /** The client cannot take candidates one by one: from now on they stand in the descriptions. */
  stopTrickling(): void {
    if (!this.isTrickling) return;
    this.isTrickling = false;
    this.#early = undefined;
    this.#isOwing = this.#sentSdp !== '' && (this.#hasTrickled || !this.#options.isGatheringComplete());
  }

  /** From here on candidates go one by one alone. */
  leaveOutCandidates(): void {
    this.#isBare = true;
  }

  /** Sends a description, now or when its candidates are known. */
  handleDescription(description: Description): void {
    this.#isFirst = false;
    if (!this.isTrickling) this.#isOwing = false;
    if (!this.isTrickling && !this.#options.isGatheringComplete()) {
      this.#isHolding = true;
      return;
    }
    const { type, sdp } = description;
    this.#sentSdp = this.#early === undefined && !this.#isBare ? sdp : withoutCandidates(sdp);
    if (this.#sentSdp !== sdp) this.#hasTrickled = true;
    this.#options.sendDescription({ type, sdp: this.#sentSdp });
  }

  /** A description of the client was applied. */
  handleRemoteApplied(): void {
    this.#isFirst = false;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const candidate of early) this.#options.sendCandidate(candidate);
  }

  /** Sends a candidate, unless it stands in the description that was sent. */
  handleCandidate(line: string, mid: string): void {
    const candidate = line.replace(/^a=/u, '');
    if (!this.isTrickling || this.#sentSdp.includes(candidate)) return;
    this.#hasTrickled = true;
    const told = { candidate, sdpMid: mid };
    if (this.#early === undefined) this.#options.sendCandidate(told);
    else this.#early.push(told);
  }

  /** All candidates are known: sends the description that waited for them. */
  handleGatheringComplete(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    const description = this.#options.localDescription();
    if (description !== undefined) this.handleDescription(description);
  }
}
