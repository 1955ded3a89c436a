/** @module Perfect negotiation, the impolite side (W3C webrtc-pc section 10.7): its own pending offer always wins. */
import { decideDescription, EdgeError, type Description, type PeerSignalingState } from '@longwire/protocol';

/** The part of a peer connection that negotiates; every call takes effect before it returns. */
export interface NegotiationPort<Remote> {
  signalingState(): PeerSignalingState;
  setLocalDescription(type: 'offer' | 'answer'): void;
  setRemoteDescription(description: Remote): void;
  localDescription(): Description | undefined;
}

/** Callbacks of a {@link Negotiator}. */
export interface NegotiatorHooks<Remote> {
  /** Called before an offer is applied, while the media lines of the answer can still be changed. */
  readonly handleOffer: (description: Remote) => void;
  /** Called after an answer is applied. */
  readonly handleAnswer: (description: Remote) => void;
  /** Called with a description for the other side. */
  readonly send: (description: Description) => void;
}

/** What was done with a description. */
export type NegotiationResult = 'applied' | 'ignored';

/** Sends offers and answers, and ignores an offer that collides with its own. It does not look into the other side's descriptions. */
export class Negotiator<Remote extends Pick<Description, 'type'>> {
  readonly #port: NegotiationPort<Remote>;
  readonly #hooks: NegotiatorHooks<Remote>;
  #isOfferWanted = false;

  constructor(port: NegotiationPort<Remote>, hooks: NegotiatorHooks<Remote>) {
    this.#port = port;
    this.#hooks = hooks;
  }

  /** Sends an offer now, or as soon as the current exchange is complete. */
  offer(): void {
    this.#isOfferWanted = true;
    this.#offerIfStable();
  }

  /** Applies or ignores a description. @throws any error of the port for a description that it cannot apply. */
  handleDescription(description: Remote): NegotiationResult {
    const decision = decideDescription(
      {
        isPolite: false,
        // Every call of the port takes effect before it returns, so no call is ever in progress here.
        isMakingOffer: false,
        isSettingRemoteAnswerPending: false,
        signalingState: this.#port.signalingState(),
      },
      description.type,
    );
    if (decision !== 'accept') return 'ignored';
    if (description.type === 'offer') this.#acceptOffer(description);
    else this.#acceptAnswer(description);
    this.#offerIfStable();
    return 'applied';
  }

  #acceptOffer(description: Remote): void {
    this.#hooks.handleOffer(description);
    this.#port.setRemoteDescription(description);
    // The library ends the process if an answer is set without a pending offer.
    if (this.#port.signalingState() !== 'have-remote-offer')
      throw new EdgeError('ERR_NEGOTIATION', 'cannot answer the offer: the library has not kept it');
    this.#port.setLocalDescription('answer');
    this.#sendLocal('answer');
  }

  #acceptAnswer(description: Remote): void {
    this.#port.setRemoteDescription(description);
    this.#hooks.handleAnswer(description);
  }

  #offerIfStable(): void {
    if (!this.#isOfferWanted || this.#port.signalingState() !== 'stable') return;
    this.#isOfferWanted = false;
    this.#port.setLocalDescription('offer');
    this.#sendLocal('offer');
  }

  #sendLocal(type: Description['type']): void {
    const local = this.#port.localDescription();
    if (local?.type === type) this.#hooks.send(local);
  }
}
