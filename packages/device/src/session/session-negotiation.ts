/** @module The offers, answers and candidates of one session: by signaling, and over the connection itself once its client opens the channel for that. */
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

/** What {@link SessionNegotiation} works with. */
export interface SessionNegotiationOptions {
  readonly id: string;
  readonly peer: Peer;
  readonly tracks: SessionTracks;
  readonly features: FeatureAnswer;
  readonly logger: Logger;
  /** Sends a frame by signaling. */
  readonly sendFrame: (text: string) => void;
  /** Nothing can be negotiated any more. */
  readonly handleEnd: (reason: string) => void;
}

/** Hands on what the client says, by the way that counts, and says what the device has to say by the same way. */
export class SessionNegotiation {
  readonly #options: SessionNegotiationOptions;
  /** Where descriptions come and go from the moment that the client has opened it. */
  #inside: NegotiationChannel | undefined;
  /** A description over the connection itself was applied: both sides have the same of what signaling brought before. */
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
    return this.#inside !== undefined;
  }

  /** The metadata of the description that is being taken. */
  get metadata(): Metadata {
    return this.#metadata;
  }

  /** Takes a message that came by signaling. */
  handleSignaling(message: SignalingMessage): void {
    switch (message.kind) {
      case 'description':
      case 'requestOffer':
        if (this.#inside === undefined) this.#handle(message);
        else this.#ignore(message);
        break;
      case 'candidate':
        // Who a candidate is from does not matter, what is said beside it does.
        if (this.#inside === undefined) this.#handle(message);
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

  /** Takes the channel for descriptions: from here on they count over the connection alone, and an open offer goes that way once more. */
  open(channel: SafeChannel): void {
    const { peer, tracks, logger, handleEnd } = this.#options;
    if (this.#inside !== undefined) {
      channel.close();
      return;
    }
    this.#inside = new NegotiationChannel({
      channel,
      logger,
      handleMessage: (message) => this.#handleInside(message),
      handleEnd,
    });
    // They go by signaling, as those did without which there would be no connection to negotiate over.
    peer.leaveOutCandidates();
    if (!peer.hasOpenOffer) return;
    tracks.repeatVerdicts();
    peer.repeatOffer();
  }

  #handleInside(message: RelayedMessage): void {
    const result = this.#handle(message);
    if (result === 'applied') this.#isConfirmed = true;
    // Where the first one does not fit what signaling brought, the two sides will never agree.
    if (result === 'refused' && !this.#isConfirmed)
      this.#options.handleEnd('descriptions do not fit those that signaling brought');
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
    if (noTrickle === true) this.#options.peer.stopTrickling();
    else this.#options.peer.handleTrickle();
  }

  #ignore({ kind }: SignalingMessage): void {
    const { id, logger } = this.#options;
    logger.debug('session.message-ignored', { session: id, kind });
  }

  #sendDescription(description: Description): void {
    const { tracks, features, sendFrame } = this.#options;
    const metadata = { ...tracks.takeMetadata(features), ...features.take(description.type) };
    const message: RelayedMessage = { kind: 'description', description, metadata };
    if (this.#inside === undefined) sendFrame(encodeSignalingMessage(message));
    else this.#inside.send(message);
  }

  #sendCandidate(candidate: IceCandidate): void {
    this.#options.sendFrame(encodeSignalingMessage({ kind: 'candidate', candidate }));
  }
}
