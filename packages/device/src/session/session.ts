/** @module One client: its signaling, its peer connection, its requests and its tracks. */
import { randomUUID } from 'node:crypto';
import {
  assertNever,
  CloseCode,
  encodeSignalingMessage,
  parseSignalingMessage,
  type Description,
  type Emitter,
  type IceServer,
  type Logger,
  type Metadata,
  type SignalingMessage,
  type WireFingerprints,
} from '@longwire/protocol';
import { SessionIdentity } from '../auth/session-identity.ts';
import { CoapChannel } from '../coap/coap-channel.ts';
import type { Router } from '../coap/router.ts';
import { createEmitter } from '../events/create-emitter.ts';
import { reasonOf } from '../peer/guard-callback.ts';
import type { CreateNativePeer } from '../peer/native-peer.ts';
import { Peer } from '../peer/peer.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import { NO_RIGHTS, type TrackRights } from './plan-line.ts';
import { SessionTracks } from './session-tracks.ts';
import { endsWithSignaling } from './signaling-end.ts';
import type { TrackCatalog } from './track-catalog.ts';

/** What a {@link Session} needs. */
export interface SessionOptions {
  readonly id: string;
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
  readonly router: Router;
  readonly catalog: TrackCatalog;
  readonly rightsOf: (identity: SessionIdentity) => TrackRights;
  readonly logger: Logger;
  readonly bindAddress?: string | undefined;
  readonly connectTimeoutMs?: number;
  readonly createNative?: CreateNativePeer;
}

/** What a session tells. */
export interface SessionEvents {
  /** A frame for the client's signaling socket. */
  outgoing: [text: string];
  /** DTLS has connected; requests are served from here on. */
  connected: [identity: SessionIdentity];
  /** A data channel that is not for requests. */
  channel: [channel: SafeChannel];
  /** The session is over, for good; the code closes the client's signaling socket, if it is still there. */
  closed: [end: { readonly code: number; readonly reason: string }];
}

/** Where a session stands. */
export type SessionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly identity: SessionIdentity }
  | { readonly kind: 'closed' };

/** The channels that requests come on (PROTOCOL.md section 4). */
const REQUEST_LABELS: ReadonlySet<string> = new Set(['coap', 'nabto-coap']);

/** Reason: longer than ICE takes to give up on a bad network; a session that never connects must not keep its place. */
const DEFAULT_CONNECT_TIMEOUT_MS = 45_000;

/** One client of the device. Its peer connection is what keeps it: signaling may go away once that stands. */
export class Session {
  readonly id: string;
  readonly tokenId: string;
  readonly #options: SessionOptions;
  readonly #logger: Logger;
  readonly #events: Emitter<SessionEvents>;
  readonly #peer: Peer;
  readonly #tracks: SessionTracks;
  readonly #timer: NodeJS.Timeout;
  #state: SessionState = { kind: 'connecting' };
  #hasSignaling = true;
  /** The metadata of the description that is being taken. */
  #metadata: Metadata = {};

  constructor(options: SessionOptions) {
    const { id, tokenId, catalog, logger, rightsOf, connectTimeoutMs, ...peerOptions } = options;
    this.id = id;
    this.tokenId = tokenId;
    this.#options = options;
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#peer = new Peer({
      ...peerOptions,
      logger,
      name: id,
      handleOffer: (lines) => this.#tracks.handleOffer(lines, this.#metadata),
      handleAnswer: (lines) => this.#tracks.handleAnswer(lines, this.#metadata),
    });
    this.#tracks = new SessionTracks({
      catalog,
      cname: randomUUID(),
      rights: () => (this.identity === undefined ? NO_RIGHTS : rightsOf(this.identity)),
      findLine: (description) => this.#peer.mediaLine(description),
      offer: () => this.#peer.offer(),
    });
    this.#peer.on('description', (description) => this.#sendDescription(description));
    this.#peer.on('candidate', (candidate) => this.#send({ kind: 'candidate', candidate }));
    this.#peer.on('connected', (certificates) => this.#handleConnected(certificates));
    this.#peer.on('channel', (channel) => this.#handleChannel(channel));
    this.#peer.on('closed', ({ reason }) => this.close(CloseCode.deviceClosed, reason));
    this.#timer = setTimeout(
      () => this.close(CloseCode.deviceClosed, 'peer connection not made in time'),
      connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    );
  }

  /** Who the client is, once DTLS has connected. */
  get identity(): SessionIdentity | undefined {
    return this.#state.kind === 'connected' ? this.#state.identity : undefined;
  }

  /** Whether the client can be told of new tracks. */
  get hasSignaling(): boolean {
    return this.#hasSignaling;
  }

  /** What is shown, played and heard here. */
  get tracks(): SessionTracks {
    return this.#tracks;
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof SessionEvents>(name: K, listener: (...args: SessionEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Takes one frame of the client's signaling; whatever it is, it ends nothing. */
  handleMessage(text: string): void {
    if (this.#state.kind === 'closed') return;
    const parsed = parseSignalingMessage(text);
    if (parsed.ok) this.#handle(parsed.value);
    else this.#logger.debug('session.message-ignored', { session: this.id, reason: parsed.reason });
  }

  /** The client's signaling is gone. A peer connection that stands goes on without it, unless the client itself went. */
  handleSignalingClosed(code: number): void {
    this.#hasSignaling = false;
    if (this.#state.kind === 'connecting' || endsWithSignaling(code)) this.close(code, 'signaling closed');
  }

  /** Users, roles or settings have changed. */
  recheck(): void {
    if (this.#state.kind === 'connected') this.#tracks.recheck();
  }

  /** Ends the session; again does nothing. */
  close(code: number, reason: string): void {
    if (this.#state.kind === 'closed') return;
    const { identity } = this;
    this.#state = { kind: 'closed' };
    clearTimeout(this.#timer);
    identity?.end();
    this.#tracks.close();
    this.#peer.close(reason);
    this.#events.emit('closed', { code, reason });
    this.#events.clear();
  }

  #handle(message: SignalingMessage): void {
    switch (message.kind) {
      case 'description':
        this.#noteTrickle(message.metadata);
        this.#metadata = message.metadata;
        this.#peer.handleDescription(message.description);
        break;
      case 'candidate':
        this.#noteTrickle(message.metadata ?? {});
        this.#peer.handleCandidate(message.candidate);
        break;
      case 'requestOffer':
        this.#peer.offer();
        break;
      case 'login':
      case 'loginReply':
      case 'turnRequest':
      case 'turnReply':
        this.#logger.debug('session.message-ignored', { session: this.id, kind: message.kind });
        break;
      default:
        assertNever(message);
    }
  }

  #noteTrickle({ noTrickle }: Metadata): void {
    if (noTrickle === true) this.#peer.stopTrickling();
  }

  #handleConnected(certificates: WireFingerprints): void {
    if (this.#state.kind !== 'connecting') return;
    clearTimeout(this.#timer);
    const identity = new SessionIdentity({ ...certificates, tokenId: this.tokenId });
    this.#state = { kind: 'connected', identity };
    this.#events.emit('connected', identity);
  }

  #handleChannel(channel: SafeChannel): void {
    const { identity } = this;
    if (identity === undefined) channel.close();
    else if (REQUEST_LABELS.has(channel.label)) this.#serve(channel, identity);
    else if (this.#events.has('channel')) this.#events.emit('channel', channel);
    else channel.close();
  }

  #serve(channel: SafeChannel, session: SessionIdentity): void {
    const { router } = this.#options;
    const requests = new CoapChannel({
      router,
      context: { session },
      logger: this.#logger,
      maxMessageBytes: channel.maxMessageBytes,
    });
    const answer = async (message: string | Uint8Array): Promise<void> => {
      const text = await requests.handleMessage(message);
      try {
        if (text !== undefined) channel.send(text);
      } catch (error) {
        // The client left before it was answered.
        this.#logger.debug('session.answer-dropped', { session: this.id, reason: reasonOf(error) });
      }
    };
    channel.on('text', (message) => void answer(message));
    channel.on('bytes', (message) => void answer(message));
  }

  #sendDescription(description: Description): void {
    this.#send({ kind: 'description', description, metadata: this.#tracks.takeMetadata() });
  }

  #send(message: SignalingMessage): void {
    if (this.#hasSignaling) this.#events.emit('outgoing', encodeSignalingMessage(message));
  }
}
