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

  /** Whether the client takes candidates one by one. */
  isTrickling = true;

  constructor(options: OutgoingSignalsOptions) {
    this.#options = options;
  }

  /** Sends a description, now or when its candidates are known. */
  handleDescription(description: Description): void {
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
    if (this.isTrickling && !this.#sentSdp.includes(candidate))
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
