/** @module Perfect negotiation, the impolite side (W3C webrtc-pc section 10.7): its own pending offer always stands. */
import { decideDescription, EdgeError, type Description, type PeerSignalingState } from '@longwire/protocol';

/** The part of a peer connection that negotiates; every call takes effect before it returns. */
export interface NegotiationPort<Remote> {
  signalingState(): PeerSignalingState;
  setLocalDescription(type: 'offer' | 'answer'): void;
  setRemoteDescription(description: Remote): void;
  localDescription(): Description | undefined;
}

/** What a {@link Negotiator} tells. */
export interface NegotiatorHooks<Remote> {
  /** Before an offer is applied: the media lines of the answer can still be settled. */
  readonly handleOffer: (description: Remote) => void;
  /** After an answer was applied. */
  readonly handleAnswer: (description: Remote) => void;
  /** A description for the other side. */
  readonly send: (description: Description) => void;
}

/** What became of a description. */
export type NegotiationResult = 'applied' | 'ignored';

/** Makes offers when it may, answers, and ignores an offer that crosses its own. What descriptions of the other side say is not looked at. */
export class Negotiator<Remote extends Pick<Description, 'type'>> {
  readonly #port: NegotiationPort<Remote>;
  readonly #hooks: NegotiatorHooks<Remote>;
  #isOfferWanted = false;

  constructor(port: NegotiationPort<Remote>, hooks: NegotiatorHooks<Remote>) {
    this.#port = port;
    this.#hooks = hooks;
  }

  /** Makes an offer now, or as soon as the exchange that is under way is over. */
  offer(): void {
    this.#isOfferWanted = true;
    this.#offerIfStable();
  }

  /** Applies or ignores what came. @throws whatever the port throws for a description that it cannot apply. */
  handleDescription(description: Remote): NegotiationResult {
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

  #acceptOffer(description: Remote): void {
    this.#hooks.handleOffer(description);
    this.#port.setRemoteDescription(description);
    // The library ends the process for an answer that nobody waits for.
    if (this.#port.signalingState() !== 'have-remote-offer')
      throw new EdgeError('ERR_NEGOTIATION', 'offer expected to be pending once it is applied');
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
