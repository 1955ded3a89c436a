/** @module The peer connection: negotiation, tracks with their names, channels, and who is on the wire. */
import {
  Emitter,
  type EdgeError,
  type Listenable,
  type Logger,
  type RelayedMessage,
  type TrackErrorCode,
} from '@longwire/protocol';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';
import { Negotiator } from './negotiator.ts';
import { TrackBook } from './track-book.ts';
import { TrackError } from './track-error.ts';
import { WireIdentity } from './wire-identity.ts';

/** A track that arrived from the device. */
export interface TrackArrival {
  readonly track: MediaStreamTrack;
  readonly streams: readonly MediaStream[];
  /** The device's own name for the track, such as `frontdoor-video`. */
  readonly trackId?: string;
  /** Why the device cannot fill the track; absent where it can. */
  readonly error?: TrackErrorCode;
  readonly transceiver: RTCRtpTransceiver;
}

/** How an own track is sent. */
export interface AddTrackOptions {
  /** `sendrecv` unless given: a device may answer with its own end of the same track. */
  readonly direction?: 'sendrecv' | 'sendonly';
  readonly streams?: readonly MediaStream[];
}

interface PeerEvents {
  outgoing: [message: RelayedMessage];
  track: [arrival: TrackArrival];
  'track-failed': [error: TrackError];
  'ice-state': [state: RTCIceConnectionState];
  'identity-lost': [state: RTCDtlsTransportState];
  channel: [channel: RTCDataChannel];
  failed: [error: EdgeError];
}

/** What a peer is made from. */
export interface PeerOptions {
  readonly pc: RTCPeerConnection;
  /** The certificate that `pc` was made with. */
  readonly certificate: RTCCertificate;
  readonly logger: Logger;
}

/** Used where the transport does not tell its limit (RFC 8841 section 6.1). */
const DEFAULT_MAX_MESSAGE_BYTES = 65_536;

/** One peer connection to a device. */
export class Peer implements Listenable<PeerEvents> {
  readonly identity: WireIdentity;
  readonly #pc: RTCPeerConnection;
  readonly #tracks = new TrackBook();
  readonly #negotiator: Negotiator;
  readonly #emitter: Emitter<PeerEvents>;
  readonly #scope: Scope;

  constructor({ pc, certificate, logger }: PeerOptions) {
    this.#pc = pc;
    this.#emitter = new Emitter((event, error) => logger.error('peer.listener', { event, error }));
    this.#scope = new Scope((error) => logger.warn('peer.release', { error }));
    this.identity = new WireIdentity({ pc, certificate, logger });
    this.#negotiator = new Negotiator({
      pc,
      tracks: this.#tracks,
      logger,
      checkDescription: (sdp) => this.identity.checkDescription(sdp),
    });
    this.#compose();
  }

  on<K extends keyof PeerEvents>(event: K, listener: (...args: PeerEvents[K]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Takes a message of the other peer. */
  handleMessage(message: RelayedMessage): void {
    this.#negotiator.handleMessage(message);
  }

  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    return this.#pc.createDataChannel(label, init);
  }

  /** Adds an own track; it is offered with its name in the metadata. */
  addTrack(track: MediaStreamTrack, trackId: string, options: AddTrackOptions = {}): RTCRtpTransceiver {
    const { direction = 'sendrecv', streams = [] } = options;
    const transceiver = this.#pc.addTransceiver(track, { direction, streams: [...streams] });
    this.#tracks.addOwn(transceiver, trackId);
    return transceiver;
  }

  getStats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  /** The largest message that the other side takes, in bytes. */
  maxMessageBytes(): number {
    return this.#pc.sctp?.maxMessageSize ?? DEFAULT_MAX_MESSAGE_BYTES;
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
    this.#negotiator.on('outgoing', (message) => this.#emitter.emit('outgoing', message));
    this.#negotiator.on('failed', (error) => this.#emitter.emit('failed', error));
    this.#negotiator.on('described', () => this.#handleDescribed());
    this.identity.on('lost', (state) => this.#emitter.emit('identity-lost', state));
    scope.add(listen(pc, 'track', (event: RTCTrackEvent) => this.#handleTrack(event)));
    scope.add(
      listen(pc, 'datachannel', ({ channel }: RTCDataChannelEvent) => this.#emitter.emit('channel', channel)),
    );
    scope.add(
      listen(pc, 'iceconnectionstatechange', () => this.#emitter.emit('ice-state', pc.iceConnectionState)),
    );
    scope.add(listen(pc, 'connectionstatechange', () => this.identity.watch()));
  }

  #handleDescribed(): void {
    this.identity.watch();
    for (const failure of this.#tracks.takeUnreported()) {
      this.#emitter.emit('track-failed', new TrackError(failure));
    }
  }

  #handleTrack({ track, streams, transceiver }: RTCTrackEvent): void {
    this.#tracks.markReported(transceiver.mid);
    const facts = this.#tracks.factsOf(transceiver.mid);
    this.#emitter.emit('track', { track, streams, transceiver, ...facts });
  }
}
