/** @module Perfect negotiation, the impolite side (W3C webrtc-pc section 10.7): its own pending offer always stands. */
import { decideDescription, type Description, type PeerSignalingState } from '@longwire/protocol';

/** The part of a peer connection that negotiates; every call takes effect before it returns. */
export interface NegotiationPort {
  signalingState(): PeerSignalingState;
  setLocalDescription(type: 'offer' | 'answer'): void;
  setRemoteDescription(description: Description): void;
  localDescription(): Description | undefined;
}

/** What a {@link Negotiator} tells. */
export interface NegotiatorHooks {
  /** Before an offer is applied: the media lines of the answer can still be settled. */
  readonly handleOffer: (description: Description) => void;
  /** After an answer was applied. */
  readonly handleAnswer: (description: Description) => void;
  /** A description for the other side. */
  readonly send: (description: Description) => void;
}

/** What became of a description. */
export type NegotiationResult = 'applied' | 'ignored';

/** Makes offers when it may, answers, and ignores an offer that crosses its own. */
export class Negotiator {
  readonly #port: NegotiationPort;
  readonly #hooks: NegotiatorHooks;
  #isOfferWanted = false;

  constructor(port: NegotiationPort, hooks: NegotiatorHooks) {
    this.#port = port;
    this.#hooks = hooks;
  }

  /** Makes an offer now, or as soon as the exchange that is under way is over. */
  offer(): void {
    this.#isOfferWanted = true;
    this.#offerIfStable();
  }

  /** Applies or ignores what came. @throws whatever the port throws for a description that it cannot apply. */
  handleDescription(description: Description): NegotiationResult {
    const decision = decideDescription(
      {
        isPolite: false,
        // Every call of the port takes effect before it returns, so nothing is ever caught half-way.
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

  #acceptOffer(description: Description): void {
    this.#hooks.handleOffer(description);
    this.#port.setRemoteDescription(description);
    this.#port.setLocalDescription('answer');
    this.#sendLocal('answer');
  }

  #acceptAnswer(description: Description): void {
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
