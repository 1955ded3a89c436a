/** @module The peer connection: negotiation, named tracks, channels, and the certificates on the wire. */
import type { Clock, EdgeError, Listenable, Logger, RelayedMessage } from '@longwire/protocol';
import { Emitter } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import { Scope, TrackError } from '../shared.ts';
import { NegotiatedFeatures } from './negotiated-features.ts';
import { gatheringComplete } from './gathering.ts';
import type { LateServers } from './late-servers.ts';
import { NegotiationChannel, type MessageCodec } from './negotiation-channel.ts';
import { Negotiator } from './negotiator.ts';
import type { PeerReports } from './peer-reports.ts';
import { watchRelays } from './relay-watch.ts';
import { SentTracks, type AddTrackOptions } from './sent-tracks.ts';
import { requireOneTransport } from './shared-transport.ts';
import { TrackRegistry, type TrackStatus } from './track-registry.ts';
import { WireIdentity } from './wire-identity.ts';

interface PeerEvents extends PeerReports {
  /** A description of the device was applied, with its metadata. */
  described: [];
  /** A message for signaling. */
  outgoing: [message: RelayedMessage];
  /** A message was sent or received over the connection itself. */
  inside: [way: 'sent' | 'received', message: RelayedMessage];
  'ice-state': [state: RTCIceConnectionState];
  'identity-lost': [state: RTCDtlsTransportState];
  /** The negotiation channel closed: the connection can no longer negotiate. */
  'negotiation-closed': [];
  failed: [error: EdgeError, isFinal: boolean];
}

/** Options of {@link Peer}. */
export interface PeerOptions {
  readonly pc: RTCPeerConnection;
  /** The certificate that `pc` was created with. */
  readonly certificate: RTCCertificate;
  readonly codec: MessageCodec;
  readonly logger: Logger;
  readonly clock: Clock;
  /** No offer leaves before. */
  readonly released: Promise<void>;
  /** Set if `pc` was created without its ICE servers. */
  readonly servers?: LateServers | undefined;
  /** Whether only relays may be used. */
  readonly isRelayed?: boolean;
}

/** Used if the transport does not provide its limit (RFC 8841 section 6.1). */
const DEFAULT_MAX_MESSAGE_BYTES = 65_536;

/** One peer connection to a device. */
export class Peer implements Listenable<PeerEvents> {
  readonly identity: WireIdentity;
  readonly #pc: RTCPeerConnection;
  readonly #codec: MessageCodec;
  readonly #logger: Logger;
  readonly #tracks = new TrackRegistry();
  readonly #sent: SentTracks;
  readonly #features = new NegotiatedFeatures();
  readonly #negotiator: Negotiator;
  readonly #emitter: Emitter<PeerEvents>;
  readonly #scope: Scope;
  #channel: NegotiationChannel | undefined;
  #hasMoved = false;
  #isBound = false;

  constructor({ pc, certificate, codec, logger, clock, released, servers, isRelayed = false }: PeerOptions) {
    this.#pc = pc;
    this.#codec = codec;
    this.#logger = logger;
    this.#emitter = new Emitter((event, error) => logger.error('peer.listener-failed', { event, error }));
    this.#scope = new Scope((error) => logger.warn('peer.release-failed', { error }));
    this.identity = new WireIdentity({ pc, certificate, logger });
    this.#sent = new SentTracks({ pc, tracks: this.#tracks, logger });
    this.#negotiator = new Negotiator({
      pc,
      tracks: this.#tracks,
      sent: this.#sent,
      features: this.#features,
      logger,
      clock,
      released,
      servers,
      checkDescription: (sdp) => this.identity.checkDescription(sdp),
      checkTransports: () => requireOneTransport(pc),
    });
    this.#compose();
    if (isRelayed) this.#scope.add(watchRelays(pc, (error) => this.#emitter.emit('failed', error, false)));
  }

  on<K extends keyof PeerEvents>(event: K, listener: (...args: PeerEvents[K]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  /** The browser's own peer connection. */
  get browserPeer(): RTCPeerConnection {
    return this.#pc;
  }

  /** Whether offers and answers use the connection itself, and nothing depends on what only signaling said. */
  get negotiatesInside(): boolean {
    return this.#negotiator.isInside;
  }

  /** Whether the connection is proven to end at the device, so that messages over it are the device's own. */
  setBound(isBound: boolean): void {
    if (isBound === this.#isBound) return;
    this.#isBound = isBound;
    for (const report of this.#tracks.reports()) this.#emitter.emit('trackstatus', this.#marked(report));
  }

  /** Moves offers and answers to the connection itself; false if they are there already. */
  negotiateInside(): boolean {
    if (this.#hasMoved) return false;
    this.#hasMoved = true;
    this.#negotiator.moveInside(() => this.#openNegotiation());
    return true;
  }

  /** Handles a message of the other peer that arrived by signaling. */
  handleMessage(message: RelayedMessage): void {
    this.#negotiator.handleMessage(message);
  }

  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    return this.#pc.createDataChannel(label, init);
  }

  /** Sends a track; the metadata of the next description maps its media line to its name. */
  addTrack(track: MediaStreamTrack, trackId: string, options: AddTrackOptions = {}): RTCRtpTransceiver {
    return this.#sent.add(track, trackId, options);
  }

  /** Stops sending what `addTrack` sends on a media line; does nothing for other lines. */
  removeTrack(transceiver: RTCRtpTransceiver): void {
    this.#sent.remove(transceiver);
  }

  getStats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  /** Resolves when all candidates of this side are gathered. */
  gathered(signal: AbortSignal): Promise<void> {
    return gatheringComplete(this.#pc, signal);
  }

  /** The largest message that the other side accepts, in bytes. */
  maxMessageBytes(): number {
    return this.#pc.sctp?.maxMessageSize ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** Whether the device has selected an extension. */
  hasTaken(feature: string): boolean {
    return this.#features.has(feature);
  }

  /** Ends negotiation, stops listening and closes the peer connection; safe to repeat. */
  close(): void {
    this.#scope.disposeAll();
    this.#emitter.clear();
  }

  #compose(): void {
    const pc = this.#pc;
    const scope = this.#scope;
    scope.add(() => pc.close());
    scope.add(() => this.identity.close());
    scope.add(() => this.#negotiator.close());
    scope.add(() => this.#sent.close());
    this.#negotiator.on('outgoing', (message) => this.#send(message));
    this.#negotiator.on('failed', (...failure) => this.#emitter.emit('failed', ...failure));
    this.#negotiator.on('described', () => this.#handleDescribed());
    this.#sent.on('moved', (...lines) => this.#emitter.emit('trackmoved', ...lines));
    this.#sent.on('failed', (trackId) => this.#handleUnsent(trackId));
    this.identity.on('lost', (state) => this.#emitter.emit('identity-lost', state));
    scope.add(listen(pc, 'track', (event: RTCTrackEvent) => this.#handleTrack(event)));
    scope.add(
      listen(pc, 'datachannel', ({ channel }: RTCDataChannelEvent) =>
        this.#emitter.emit('datachannel', channel),
      ),
    );
    scope.add(
      listen(pc, 'iceconnectionstatechange', () => this.#emitter.emit('ice-state', pc.iceConnectionState)),
    );
    scope.add(listen(pc, 'connectionstatechange', () => this.identity.watch()));
  }

  #openNegotiation(): void {
    const channel = new NegotiationChannel({
      pc: this.#pc,
      codec: this.#codec,
      logger: this.#logger,
      onMessage: (message) => {
        this.#emitter.emit('inside', 'received', message);
        this.#negotiator.handleMessage(message, 'inside');
      },
      onClosed: () => this.#emitter.emit('negotiation-closed'),
    });
    this.#channel = channel;
    this.#scope.add(() => channel.close());
  }

  /** Candidates are only addresses: they always go by signaling. */
  #send(message: RelayedMessage): void {
    if (this.#channel === undefined || message.kind === 'candidate') {
      this.#emitter.emit('outgoing', message);
      return;
    }
    this.#channel.send(message);
    this.#emitter.emit('inside', 'sent', message);
  }

  #handleDescribed(): void {
    this.identity.watch();
    const { changed, failed } = this.#tracks.takeChanges();
    for (const report of changed) this.#emitter.emit('trackstatus', this.#marked(report));
    for (const failure of failed) this.#emitter.emit('warning', new TrackError(this.#marked(failure)));
    this.#emitter.emit('described');
  }

  /** Reports a track that could not be negotiated like an error of the device, without a media line. */
  #handleUnsent(trackId: string): void {
    const failure = {
      mid: '',
      trackId,
      error: 'UNKNOWN_ERROR',
      isOwn: true,
      isAuthenticated: false,
    } as const;
    this.#emitter.emit('trackstatus', failure);
    this.#emitter.emit('warning', new TrackError(failure));
  }

  #handleTrack({ track, streams, transceiver }: RTCTrackEvent): void {
    this.#tracks.markReported(transceiver.mid);
    const facts = this.#tracks.factsOf(transceiver.mid);
    this.#emitter.emit('track', this.#marked({ track, streams, transceiver, ...facts }));
  }

  #marked<T extends object>(words: T): T & Pick<TrackStatus, 'isAuthenticated'> {
    return { ...words, isAuthenticated: this.#isBound && this.#tracks.isInside };
  }
}
