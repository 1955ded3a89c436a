/** @module A device's end of one peer connection. */
import {
  fingerprintsFromSdp,
  hasErrorCode,
  specError,
  type Description,
  type Emitter,
  type IceCandidate,
  type IceServer,
  type Logger,
  type WireFingerprints,
} from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { OncePer } from '../log/once-per.ts';
import { toCarrier } from '../sdp/carrier-sdp.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import { parseSdp, type ParsedSdp, type SdpMedia } from '../sdp/sdp-media.ts';
import { CertificatePin } from './certificate-pin.ts';
import { reasonOf } from '../log/reason-of.ts';
import { guardCallback } from './guard-callback.ts';
import type { MediaLine } from './media-line.ts';
import { MediaLines } from './media-lines.ts';
import { DtlsRoles } from './dtls-roles.ts';
import { createNativePeer, type CreateNativePeer, type NativePeer } from './native-peer.ts';
import { Negotiator, type NegotiationResult } from './negotiator.ts';
import { OutgoingSignals } from './outgoing-signals.ts';
import { PeerChannels } from './peer-channels.ts';
import { RemoteCandidates } from './remote-candidates.ts';
import type { NativeChannel, SafeChannel } from './safe-channel.ts';
import { withUsableCandidates } from './usable-candidate.ts';

/** What a peer tells. */
export interface PeerEvents {
  /** For the client. */
  description: [description: Description];
  /** For the client. */
  candidate: [candidate: IceCandidate];
  connected: [certificates: WireFingerprints];
  channel: [channel: SafeChannel];
  /** The connection is over, for good. */
  closed: [end: { readonly reason: string }];
}

/** What a {@link Peer} needs. */
export interface PeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly logger: Logger;
  readonly bindAddress?: string | undefined;
  /** Settles the media lines of the answer, with {@link Peer.mediaLine}, before an offer is applied. */
  readonly handleOffer: (lines: readonly SdpMedia[]) => void;
  /** Hears what became of the lines of the device's offer. */
  readonly handleAnswer: (lines: readonly SdpMedia[]) => void;
  readonly createNative?: CreateNativePeer;
}

/** What became of a description. */
export type PeerResult = NegotiationResult | 'refused';

/** A description of the client. */
interface RemoteDescription {
  readonly type: Description['type'];
  readonly sdp: ParsedSdp;
}

/** One peer connection, the impolite side, pinned to the first certificate it sees. */
export class Peer {
  readonly #native: NativePeer;
  readonly #events: Emitter<PeerEvents>;
  readonly #logger: Logger;
  readonly #pin: CertificatePin;
  readonly #negotiator: Negotiator<RemoteDescription>;
  readonly #candidates: RemoteCandidates;
  readonly #lines: MediaLines;
  readonly #channels: PeerChannels;
  readonly #outgoing: OutgoingSignals;
  readonly #roles = new DtlsRoles();
  /** About descriptions that were refused. */
  readonly #warnings = new OncePer();
  #hasConnected = false;
  #isClosed = false;

  constructor({
    name,
    iceServers,
    logger,
    bindAddress,
    createNative = createNativePeer,
    ...hooks
  }: PeerOptions) {
    this.#logger = logger;
    this.#events = createEmitter(logger);
    const native = createNative({ name, iceServers, bindAddress, logger });
    this.#native = native;
    this.#lines = new MediaLines({ native, logger });
    this.#channels = new PeerChannels({
      native,
      logger,
      handleOverflow: () => this.close('the client does not read'),
    });
    this.#pin = new CertificatePin(() => native.remoteFingerprint());
    this.#candidates = new RemoteCandidates(({ line, mid }) => native.addRemoteCandidate(line, mid), logger);
    this.#negotiator = new Negotiator(
      {
        signalingState: () => native.signalingState(),
        setLocalDescription: (type) => native.setLocalDescription(type),
        setRemoteDescription: ({ type, sdp }) => {
          native.setRemoteDescription(this.#roles.told(withUsableCandidates(toCarrier(sdp)), type), type);
          // At once: whatever fails from here on, the library has it, and an offer may follow before this call is over.
          this.#outgoing.handleRemoteApplied();
          this.#lines.handleRemote(sdp.media);
        },
        localDescription: () => this.#localDescription(),
      },
      {
        handleOffer: ({ sdp }) => hooks.handleOffer(sdp.media),
        handleAnswer: ({ sdp }) => hooks.handleAnswer(sdp.media),
        send: (description) => this.#outgoing.handleDescription(description),
      },
    );
    this.#outgoing = new OutgoingSignals({
      isGatheringComplete: () => native.gatheringState() === 'complete',
      localDescription: () => this.#localDescription(),
      sendDescription: (description) => this.#events.emit('description', description),
      sendCandidate: (candidate) => this.#events.emit('candidate', candidate),
    });
    this.#listen();
  }

  /** The client has shown that it takes candidates one by one. */
  handleTrickle(): void {
    this.#outgoing.handleTrickle();
  }

  /** The client cannot take candidates one by one: they stand in descriptions, and those it missed in one more offer. */
  stopTrickling(): void {
    this.#outgoing.stopTrickling();
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof PeerEvents>(name: K, listener: (...args: PeerEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Makes an offer now, or as soon as the exchange that is under way is over. */
  offer(): void {
    if (this.#isClosed) return;
    if (this.#native.localDescription() === null) this.#channels.openApplicationLine();
    this.#negotiator.offer();
  }

  /** Whether an offer of the device waits for its answer. */
  get hasOpenOffer(): boolean {
    return !this.#isClosed && this.#native.signalingState() === 'have-local-offer';
  }

  /** From here on descriptions have no candidates inside. */
  leaveOutCandidates(): void {
    this.#outgoing.leaveOutCandidates();
  }

  /** Sends the open offer once more. */
  repeatOffer(): void {
    const offer = this.hasOpenOffer ? this.#localDescription() : undefined;
    if (offer !== undefined) this.#outgoing.handleDescription(offer);
  }

  /** Takes a description of the client: applies it, ignores it, or ends the connection when it names another certificate. */
  handleDescription(description: Description): PeerResult {
    if (this.#isClosed) return 'ignored';
    const { mids } = this.#lines;
    let result: PeerResult = 'refused';
    try {
      this.#pin.check(description.sdp);
      const remote = { type: description.type, sdp: parseSdp(description.sdp) };
      result = this.#negotiator.handleDescription(remote);
      if (result === 'applied') this.#handleApplied();
      else this.#logger.debug('peer.description-ignored', { type: description.type });
    } catch (error) {
      this.#logger[this.#warnings.take() ? 'warn' : 'debug']('peer.description-refused', {
        type: description.type,
        error,
        reason: reasonOf(error),
      });
      this.#lines.closeExcept(mids);
      const isChanged = hasErrorCode(error, 'ERR_CERTIFICATE_CHANGED');
      // Half applied: the library cannot take a remote offer back.
      if (isChanged || this.#native.signalingState() === 'have-remote-offer') this.close(reasonOf(error));
    }
    this.#offerOwedCandidates();
    return result;
  }

  /** Takes a candidate of the client. */
  handleCandidate(candidate: IceCandidate): void {
    if (this.#isClosed) return;
    this.#candidates.add(candidate);
    this.#offerOwedCandidates();
  }

  /**
   * The media line of a mid: the one there is, else a new one.
   * @throws EdgeError ERR_NOT_CONNECTED once closed, ERR_NEGOTIATION when there are too many.
   */
  mediaLine(description: MediaLineDescription): MediaLine {
    if (this.#isClosed) throw specError('ERR_NOT_CONNECTED');
    return this.#lines.find(description);
  }

  /** Ends the connection; again does nothing. */
  close(reason = 'closed by the device'): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#channels.abandonAll();
    this.#lines.abandonAll();
    this.#native.close();
    this.#events.emit('closed', { reason });
    this.#events.clear();
  }

  #listen(): void {
    const guard = <A extends readonly unknown[]>(
      name: string,
      run: (...args: A) => void,
    ): ((...args: A) => void) =>
      guardCallback(this.#logger, name, (...args: A) => {
        if (!this.#isClosed) run(...args);
      });
    this.#native.onStateChange(guard('state', (state: string) => this.#handleState(state)));
    this.#native.onGatheringStateChange(
      guard('gathering', (state: string) => {
        if (state === 'complete') this.#outgoing.handleGatheringComplete();
      }),
    );
    this.#native.onLocalCandidate(
      guard('candidate', (candidate: string) =>
        this.#outgoing.handleCandidate(candidate, this.#lines.bundleTag),
      ),
    );
    this.#native.onDataChannel(
      guardCallback(this.#logger, 'channel', (channel) => this.#handleChannel(channel)),
    );
  }

  /** Both sides have the lines now: what was early, or waited for them, goes on. */
  #handleApplied(): void {
    this.#candidates.open();
    this.#lines.openNegotiated();
  }

  #handleState(state: string): void {
    this.#logger.debug('peer.state', { state });
    if (state === 'connected') this.#handleConnected();
    else if (state === 'disconnected' || state === 'failed' || state === 'closed')
      this.close(`peer ${state}`);
  }

  /** DTLS has connected: from here on there is one certificate. */
  #handleConnected(): void {
    if (this.#hasConnected) return;
    const clientFingerprint = this.#pin.fingerprint;
    const [deviceFingerprint] = fingerprintsFromSdp(this.#native.localDescription()?.sdp ?? '');
    if (clientFingerprint === undefined || deviceFingerprint === undefined) {
      this.close('no certificate on the wire');
      return;
    }
    this.#hasConnected = true;
    this.#events.emit('connected', { clientFingerprint, deviceFingerprint });
  }

  #handleChannel(native: NativeChannel): void {
    const channel = this.#channels.accept(native, !this.#isClosed);
    if (channel === undefined) return;
    // A channel may be told before the state is; it can only come from a connected peer.
    this.#handleConnected();
    this.#events.emit('channel', channel);
  }

  #offerOwedCandidates(): void {
    if (!this.#isClosed && this.#outgoing.isOwing) this.#negotiator.offer();
  }

  #localDescription(): Description | undefined {
    const local = this.#native.localDescription();
    if (local?.type !== 'offer' && local?.type !== 'answer') return undefined;
    return this.#lines.describe({ type: local.type, sdp: local.sdp });
  }
}
