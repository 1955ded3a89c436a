/** @module One client session: its signaling, peer connection, data channels and tracks. */
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

/** Options of {@link Session}. */
export interface SessionOptions {
  readonly id: string;
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
  readonly router: RequestHandler;
  readonly catalog: TrackCatalog;
  readonly rightsOf: (identity: SessionIdentity) => TrackRights;
  /** Undefined for a device without streams. */
  readonly streams?: StreamAccess;
  readonly logger: Logger;
  readonly bindAddress?: string | undefined;
  readonly maxBitsPerSecond?: number | undefined;
  readonly connectTimeoutMs?: number;
  readonly createNative?: CreateNativePeer;
}

/** Events of a {@link Session}. */
export interface SessionEvents {
  /** A frame for the client's signaling socket. */
  outgoing: [text: string];
  /** DTLS has connected; requests are served from now on. */
  connected: [identity: SessionIdentity];
  /** A data channel that is neither for requests nor a stream. */
  channel: [channel: SafeChannel];
  /** The client's user and rights were checked again. */
  rechecked: [];
  /** The device has started to send a track. */
  watched: [trackId: string];
  /** The device has stopped sending a track. */
  unwatched: [trackId: string];
  /** The session has ended; the code closes the client's signaling socket, if it is still open. */
  closed: [end: { readonly code: number; readonly reason: string }];
}

/** The state of a session. */
export type SessionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly identity: SessionIdentity }
  | { readonly kind: 'closed' };

/** Reason: longer than ICE tries on a bad network; a session that never connects must not occupy a slot forever. */
const DEFAULT_CONNECT_TIMEOUT_MS = 45_000;

/** One client of the device. Once the peer connection is established, the session does not need signaling. */
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
      logger,
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
      () => this.close(CloseCode.deviceClosed, 'peer connection not established in time'),
      connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    );
  }

  /** The client's identity, once DTLS has connected. */
  get identity(): SessionIdentity | undefined {
    return this.#state.kind === 'connected' ? this.#state.identity : undefined;
  }

  /** Whether descriptions can be sent to the client. */
  get canNegotiate(): boolean {
    return this.#hasSignaling || this.#negotiation.isInside;
  }

  /** The session's tracks. */
  get tracks(): SessionTracks {
    return this.#tracks;
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof SessionEvents>(name: K, listener: (...args: SessionEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Handles one signaling frame of the client; an invalid frame is logged and ignored. */
  handleMessage(text: string): void {
    if (this.#state.kind === 'closed') return;
    const parsed = parseSignalingMessage(text);
    if (parsed.ok) this.#negotiation.handleSignaling(parsed.value);
    else this.#logger.debug('session.message-ignored', { session: this.id, reason: parsed.reason });
  }

  /** Handles the end of the client's signaling, with the client's own reason if it gave one. An established peer connection continues, unless the client itself has gone. */
  handleSignalingClosed(code: number, reason = 'signaling closed'): void {
    this.#hasSignaling = false;
    if (this.#state.kind === 'connecting' || endsWithSignaling(code)) this.close(code, reason);
  }

  /** Checks rights again after a change of users, roles or settings, or of the session's user. */
  recheck(): void {
    if (this.#state.kind !== 'connected') return;
    this.#tracks.recheck();
    this.#channels.recheck();
    this.#events.emit('rechecked');
  }

  /** Ends the session. Idempotent. */
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
      handleLogin: () => {
        this.recheck();
        this.#tracks.prepare();
      },
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
