/** @module One client: its signaling, its peer connection, its channels and its tracks. */
import { randomUUID } from 'node:crypto';
import {
  CloseCode,
  NEGOTIATION_LABEL,
  parseSignalingMessage,
  type Emitter,
  type IceServer,
  type Logger,
  type WireFingerprints,
} from '@longwire/protocol';
import { SessionIdentity } from '../auth/session-identity.ts';
import type { RequestHandler } from '../coap/router.ts';
import { createEmitter } from '../events/create-emitter.ts';
import type { CreateNativePeer } from '../peer/native-peer.ts';
import { Peer } from '../peer/peer.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { StreamAccess } from '../stream/session-streams.ts';
import { FeatureAnswer } from './feature-answer.ts';
import { NO_RIGHTS, type TrackRights } from './plan-line.ts';
import { SessionChannels } from './session-channels.ts';
import { SessionNegotiation } from './session-negotiation.ts';
import { SessionTracks } from './session-tracks.ts';
import { endsWithSignaling } from './signaling-end.ts';
import type { TrackCatalog } from './track-catalog.ts';

/** What a {@link Session} needs. */
export interface SessionOptions {
  readonly id: string;
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
  readonly router: RequestHandler;
  readonly catalog: TrackCatalog;
  readonly rightsOf: (identity: SessionIdentity) => TrackRights;
  /** Without it there are no streams. */
  readonly streams?: StreamAccess;
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
  /** A data channel that is neither for requests nor a stream. */
  channel: [channel: SafeChannel];
  /** Who the client is or what it may do was looked at again. */
  rechecked: [];
  /** A track is sent from now on. */
  watched: [trackId: string];
  /** A track is no longer sent. */
  unwatched: [trackId: string];
  /** The session is over, for good; the code closes the client's signaling socket, if it is still there. */
  closed: [end: { readonly code: number; readonly reason: string }];
}

/** Where a session stands. */
export type SessionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly identity: SessionIdentity }
  | { readonly kind: 'closed' };

/** Reason: longer than ICE takes to give up on a bad network; a session that never connects must not keep its place. */
const DEFAULT_CONNECT_TIMEOUT_MS = 45_000;

/** One client of the device. Its peer connection is what keeps it: signaling may go away once that stands. */
export class Session {
  readonly id: string;
  readonly tokenId: string;
  readonly #logger: Logger;
  readonly #events: Emitter<SessionEvents>;
  readonly #peer: Peer;
  readonly #tracks: SessionTracks;
  readonly #channels: SessionChannels;
  readonly #features = new FeatureAnswer();
  readonly #negotiation: SessionNegotiation;
  readonly #timer: NodeJS.Timeout;
  #state: SessionState = { kind: 'connecting' };
  #hasSignaling = true;

  constructor(options: SessionOptions) {
    const { id, tokenId, catalog, logger, router, rightsOf, streams, connectTimeoutMs, ...peerOptions } =
      options;
    this.id = id;
    this.tokenId = tokenId;
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#peer = new Peer({
      ...peerOptions,
      logger,
      name: id,
      handleOffer: (lines) => this.#tracks.handleOffer(lines, this.#negotiation.metadata),
      handleAnswer: (lines) => this.#tracks.handleAnswer(lines, this.#negotiation.metadata),
    });
    this.#tracks = new SessionTracks({
      catalog,
      cname: randomUUID(),
      rights: () => (this.identity === undefined ? NO_RIGHTS : rightsOf(this.identity)),
      findLine: (description) => this.#peer.mediaLine(description),
      offer: () => this.#peer.offer(),
      handleWatched: (trackId, isWatched) => this.#events.emit(isWatched ? 'watched' : 'unwatched', trackId),
    });
    this.#channels = new SessionChannels({
      router,
      streams,
      logger,
      uses: (feature) => this.#features.uses(feature),
      handleOther: (channel) => {
        const isWanted = this.#events.has('channel');
        if (isWanted) this.#events.emit('channel', channel);
        return isWanted;
      },
    });
    this.#negotiation = new SessionNegotiation({
      id,
      peer: this.#peer,
      tracks: this.#tracks,
      features: this.#features,
      logger,
      sendFrame: (text) => {
        if (this.#hasSignaling) this.#events.emit('outgoing', text);
      },
      handleEnd: (reason) => this.close(CloseCode.deviceClosed, reason),
    });
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

  /** Whether a description reaches the client. */
  get canNegotiate(): boolean {
    return this.#hasSignaling || this.#negotiation.isInside;
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
    if (parsed.ok) this.#negotiation.handleSignaling(parsed.value);
    else this.#logger.debug('session.message-ignored', { session: this.id, reason: parsed.reason });
  }

  /** The client's signaling is gone. A peer connection that stands goes on without it, unless the client itself went. */
  handleSignalingClosed(code: number): void {
    this.#hasSignaling = false;
    if (this.#state.kind === 'connecting' || endsWithSignaling(code)) this.close(code, 'signaling closed');
  }

  /** Users, roles or settings have changed, or who this session is. */
  recheck(): void {
    if (this.#state.kind !== 'connected') return;
    this.#tracks.recheck();
    this.#channels.recheck();
    this.#events.emit('rechecked');
  }

  /** Ends the session; again does nothing. */
  close(code: number, reason: string): void {
    if (this.#state.kind === 'closed') return;
    const { identity } = this;
    this.#state = { kind: 'closed' };
    clearTimeout(this.#timer);
    identity?.end();
    this.#tracks.close();
    this.#channels.close();
    this.#peer.close(reason);
    this.#events.emit('closed', { code, reason });
    this.#events.clear();
  }

  #handleConnected(certificates: WireFingerprints): void {
    if (this.#state.kind !== 'connecting') return;
    clearTimeout(this.#timer);
    const identity = new SessionIdentity({
      ...certificates,
      tokenId: this.tokenId,
      handleLogin: () => this.recheck(),
    });
    this.#state = { kind: 'connected', identity };
    this.#events.emit('connected', identity);
  }

  #handleChannel(channel: SafeChannel): void {
    const { identity } = this;
    if (identity === undefined) channel.close();
    else if (channel.label === NEGOTIATION_LABEL) this.#negotiation.open(channel);
    else this.#channels.open(channel, identity);
  }
}
