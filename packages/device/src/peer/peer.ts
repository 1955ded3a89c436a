/** @module The device's side of one peer connection. */
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
import { toBundledRtpSdp } from '../sdp/bundled-rtp-sdp.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import { parseSdp, type ParsedSdp, type SdpMedia } from '../sdp/sdp-media.ts';
import { CertificatePin } from './certificate-pin.ts';
import { reasonOf } from '../log/reason-of.ts';
import { guardCallback } from './guard-callback.ts';
import type { MediaLine } from './media-line.ts';
import { MediaLines } from './media-lines.ts';
import { DtlsRoles } from './dtls-roles.ts';
import { createNativePeer } from './create-native-peer.ts';
import type { CreateNativePeer, NativePeer } from './native-peer.ts';
import { Negotiator, type NegotiationResult } from './negotiator.ts';
import { OutgoingSignals } from './outgoing-signals.ts';
import { PeerChannels } from './peer-channels.ts';
import { RemoteCandidates } from './remote-candidates.ts';
import type { NativeChannel, SafeChannel } from './safe-channel.ts';
import { withUsableCandidates } from './usable-candidate.ts';

/** Events of a {@link Peer}. */
export interface PeerEvents {
  /** A description to send to the client. */
  description: [description: Description];
  /** A candidate to send to the client. */
  candidate: [candidate: IceCandidate];
  connected: [certificates: WireFingerprints];
  channel: [channel: SafeChannel];
  /** The connection has ended. */
  closed: [end: { readonly reason: string }];
}

/** Options of {@link Peer}. */
export interface PeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly logger: Logger;
  readonly bindAddress?: string | undefined;
  /** The highest rate of all media to this client, in bit/s. */
  readonly maxBitsPerSecond?: number | undefined;
  /** Called before an offer is applied; prepares the media lines of the answer with {@link Peer.mediaLine}. */
  readonly handleOffer: (lines: readonly SdpMedia[]) => void;
  /** Called with the lines of the client's answer to an offer of the device. */
  readonly handleAnswer: (lines: readonly SdpMedia[]) => void;
  readonly createNative?: CreateNativePeer;
}

/** What was done with a description. */
export type PeerResult = NegotiationResult | 'refused';

/** A description of the client. */
interface RemoteDescription {
  readonly type: Description['type'];
  readonly sdp: ParsedSdp;
}

/** One peer connection, the impolite side, pinned to the first certificate that DTLS presents. */
export class Peer {
  /** How descriptions and candidates are sent: with or without trickle ICE. */
  readonly outgoing: OutgoingSignals;
  readonly #native: NativePeer;
  readonly #events: Emitter<PeerEvents>;
  readonly #logger: Logger;
  readonly #pin: CertificatePin;
  readonly #negotiator: Negotiator<RemoteDescription>;
  readonly #candidates: RemoteCandidates;
  readonly #lines: MediaLines;
  readonly #channels: PeerChannels;
  readonly #roles: DtlsRoles;
  /** Limits warnings about refused descriptions. */
  readonly #warnings = new OncePer();
  #hasConnected = false;
  #isClosed = false;

  constructor({
    name,
    iceServers,
    logger,
    bindAddress,
    maxBitsPerSecond,
    createNative = createNativePeer,
    ...hooks
  }: PeerOptions) {
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#roles = new DtlsRoles(iceServers);
    const native = createNative({ name, iceServers, bindAddress, logger });
    this.#native = native;
    this.#lines = new MediaLines({ native, logger, maxBitsPerSecond });
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
          native.setRemoteDescription(
            this.#roles.rewriteSetup(withUsableCandidates(toBundledRtpSdp(sdp)), type),
            type,
          );
          // First, because the library has applied the description whatever fails below, and an offer may follow within this call.
          this.outgoing.handleRemoteApplied();
          this.#lines.handleRemote(sdp.media);
        },
        localDescription: () => this.#localDescription(),
      },
      {
        handleOffer: ({ sdp }) => hooks.handleOffer(sdp.media),
        handleAnswer: ({ sdp }) => hooks.handleAnswer(sdp.media),
        send: (description) => this.outgoing.handleDescription(description),
      },
    );
    this.outgoing = new OutgoingSignals({
      isGatheringComplete: () => native.gatheringState() === 'complete',
      localDescription: () => this.#localDescription(),
      sendDescription: (description) => this.#events.emit('description', description),
      sendCandidate: (candidate) => this.#events.emit('candidate', candidate),
    });
    this.#listen();
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof PeerEvents>(name: K, listener: (...args: PeerEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Sends an offer now, or as soon as the current exchange is complete. */
  offer(): void {
    if (this.#isClosed) return;
    if (this.#native.localDescription() === null) this.#channels.openApplicationLine();
    this.#negotiator.offer();
  }

  /** Whether an offer of the device waits for its answer. */
  get hasOpenOffer(): boolean {
    return !this.#isClosed && this.#native.signalingState() === 'have-local-offer';
  }

  /** Sends the open offer again. */
  repeatOffer(): void {
    const offer = this.hasOpenOffer ? this.#localDescription() : undefined;
    if (offer !== undefined) this.outgoing.handleDescription(offer);
  }

  /** Takes a description of the client: applies, ignores or refuses it. Closes the connection if its certificate has changed. */
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
      // The library cannot roll back a remote offer that is half applied.
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
   * Returns the media line with this mid; creates it if necessary.
   * @throws EdgeError ERR_NOT_CONNECTED once closed, ERR_NEGOTIATION if the connection has too many.
   */
  mediaLine(description: MediaLineDescription): MediaLine {
    if (this.#isClosed) throw specError('ERR_NOT_CONNECTED');
    return this.#lines.find(description);
  }

  /** Closes the connection. Idempotent. */
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
        if (state === 'complete') this.outgoing.handleGatheringComplete();
      }),
    );
    this.#native.onLocalCandidate(
      guard('candidate', (candidate: string) =>
        this.outgoing.handleCandidate(candidate, this.#lines.bundleTag),
      ),
    );
    this.#native.onDataChannel(
      guardCallback(this.#logger, 'channel', (channel) => this.#handleChannel(channel)),
    );
  }

  /** Adds the candidates and opens the lines that waited for the description. */
  #handleApplied(): void {
    this.#candidates.open();
    this.#lines.openNegotiated();
  }

  #handleState(state: string): void {
    this.#logger.debug('peer.state-changed', { state });
    if (state === 'connected') this.#handleConnected();
    else if (state === 'disconnected' || state === 'failed' || state === 'closed')
      this.close(`peer ${state}`);
  }

  /** Handles the DTLS connection: the client's certificate is pinned from here on. */
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
    // The library may report a channel before the state 'connected', but only a connected peer can open one.
    this.#handleConnected();
    this.#events.emit('channel', channel);
  }

  #offerOwedCandidates(): void {
    if (!this.#isClosed && this.outgoing.owesCandidates) this.#negotiator.offer();
  }

  #localDescription(): Description | undefined {
    const local = this.#native.localDescription();
    if (local?.type !== 'offer' && local?.type !== 'answer') return undefined;
    return this.#lines.describe({ type: local.type, sdp: local.sdp });
  }
}
