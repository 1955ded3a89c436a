/** @module What a peer says to the client: descriptions, and candidates one by one or inside them. */
import type { Description, IceCandidate } from '@longwire/protocol';

/** What {@link OutgoingSignals} needs of the peer connection and of the way to the client. */
export interface OutgoingSignalsOptions {
  readonly isGatheringComplete: () => boolean;
  readonly localDescription: () => Description | undefined;
  readonly sendDescription: (description: Description) => void;
  readonly sendCandidate: (candidate: IceCandidate) => void;
}

/** Sends descriptions at once, or with all candidates inside for a client that cannot take them one by one. */
export class OutgoingSignals {
  readonly #options: OutgoingSignalsOptions;
  #sentSdp = '';
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

  /** The client cannot take candidates one by one: from now on they stand in the descriptions. */
  stopTrickling(): void {
    if (!this.isTrickling) return;
    this.isTrickling = false;
    this.#isOwing = this.#sentSdp !== '' && (this.#hasTrickled || !this.#options.isGatheringComplete());
  }

  /** Sends a description, now or when its candidates are known. */
  handleDescription(description: Description): void {
    if (!this.isTrickling) this.#isOwing = false;
    if (!this.isTrickling && !this.#options.isGatheringComplete()) {
      this.#isHolding = true;
      return;
    }
    this.#sentSdp = description.sdp;
    this.#options.sendDescription(description);
  }

  /** Sends a candidate, unless it stands in the description that was sent. */
  handleCandidate(line: string, mid: string): void {
    const candidate = line.replace(/^a=/u, '');
    if (!this.isTrickling || this.#sentSdp.includes(candidate)) return;
    this.#hasTrickled = true;
    this.#options.sendCandidate({ candidate, sdpMid: mid });
  }

  /** All candidates are known: sends the description that waited for them. */
  handleGatheringComplete(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    const description = this.#options.localDescription();
    if (description !== undefined) this.handleDescription(description);
  }
}
