/** @module The offers, answers and candidates of one session, over signaling and, once the client opens its channel, over the connection itself. */
import {
  assertNever,
  encodeSignalingMessage,
  type Description,
  type IceCandidate,
  type Logger,
  type Metadata,
  type RelayedMessage,
  type SignalingMessage,
} from '@longwire/protocol';
import type { Peer, PeerResult } from '../peer/peer.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { FeatureAnswer } from './feature-answer.ts';
import { NegotiationChannel } from './negotiation-channel.ts';
import type { SessionTracks } from './session-tracks.ts';

/** Options of {@link SessionNegotiation}. */
export interface SessionNegotiationOptions {
  readonly id: string;
  readonly peer: Peer;
  readonly tracks: SessionTracks;
  readonly features: FeatureAnswer;
  readonly logger: Logger;
  /** Sends a frame over signaling. */
  readonly sendFrame: (text: string) => void;
  /** Called when the session must end because nothing can be negotiated any more. */
  readonly handleEnd: (reason: string) => void;
}

/** Passes the client's messages to the peer, and sends the peer's over the same transport. */
export class SessionNegotiation {
  readonly #options: SessionNegotiationOptions;
  /** The channel for all descriptions, once the client has opened it. */
  #channel: NegotiationChannel | undefined;
  /** Whether a description over the connection was applied, which shows that both sides agree on the earlier ones. */
  #isConfirmed = false;
  #metadata: Metadata = {};

  constructor(options: SessionNegotiationOptions) {
    const { peer } = options;
    this.#options = options;
    peer.on('description', (description) => this.#sendDescription(description));
    peer.on('candidate', (candidate) => this.#sendCandidate(candidate));
  }

  /** Whether descriptions go over the connection itself. */
  get isInside(): boolean {
    return this.#channel !== undefined;
  }

  /** The metadata of the description that is being applied. */
  get metadata(): Metadata {
    return this.#metadata;
  }

  /** Handles a message from signaling. */
  handleSignaling(message: SignalingMessage): void {
    switch (message.kind) {
      case 'description':
      case 'requestOffer':
        if (this.#channel === undefined) this.#handle(message);
        else this.#ignore(message);
        break;
      case 'candidate':
        // A candidate needs no authentication, but its metadata does and is ignored.
        if (this.#channel === undefined) this.#handle(message);
        else this.#options.peer.handleCandidate(message.candidate);
        break;
      case 'login':
      case 'loginReply':
      case 'turnRequest':
      case 'turnReply':
        this.#ignore(message);
        break;
      default:
        assertNever(message);
    }
  }

  /** Takes the negotiation channel: later descriptions count only on it, and an open offer is repeated on it. */
  open(channel: SafeChannel): void {
    const { peer, tracks, logger, handleEnd } = this.#options;
    if (this.#channel !== undefined) {
      channel.close();
      return;
    }
    this.#channel = new NegotiationChannel({
      channel,
      logger,
      handleMessage: (message) => this.#handleChannelMessage(message),
      handleEnd,
    });
    // Candidates still go over signaling.
    peer.outgoing.leaveOutCandidates();
    if (!peer.hasOpenOffer) return;
    tracks.repeatRefused();
    peer.repeatOffer();
  }

  #handleChannelMessage(message: RelayedMessage): void {
    const result = this.#handle(message);
    if (result === 'applied') this.#isConfirmed = true;
    // If the first description contradicts those from signaling, the two sides can never agree.
    if (result === 'refused' && !this.#isConfirmed)
      this.#options.handleEnd('description on the negotiation channel contradicts those from signaling');
  }

  #handle(message: RelayedMessage): PeerResult | undefined {
    const { peer, features } = this.#options;
    switch (message.kind) {
      case 'description':
        this.#noteTrickle(message.metadata);
        this.#metadata = message.metadata;
        features.handleRemote(message.description.type, message.metadata);
        return peer.handleDescription(message.description);
      case 'candidate':
        this.#noteTrickle(message.metadata ?? {});
        peer.handleCandidate(message.candidate);
        return undefined;
      case 'requestOffer':
        peer.offer();
        return undefined;
      default:
        return assertNever(message);
    }
  }

  #noteTrickle({ noTrickle }: Metadata): void {
    if (noTrickle === true) this.#options.peer.outgoing.stopTrickling();
    else this.#options.peer.outgoing.handleTrickle();
  }

  #ignore({ kind }: SignalingMessage): void {
    const { id, logger } = this.#options;
    logger.debug('session.message-ignored', { session: id, kind });
  }

  #sendDescription(description: Description): void {
    const { tracks, features, sendFrame } = this.#options;
    const metadata = { ...tracks.takeMetadata(features), ...features.take(description.type) };
    const message: RelayedMessage = { kind: 'description', description, metadata };
    if (this.#channel === undefined) sendFrame(encodeSignalingMessage(message));
    else this.#channel.send(message);
  }

  #sendCandidate(candidate: IceCandidate): void {
    this.#options.sendFrame(encodeSignalingMessage({ kind: 'candidate', candidate }));
  }
}
