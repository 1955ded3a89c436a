/** @module A peer connection without a network, faithful in its signaling states, rollback, mids and event order. */
import { CountedTarget } from '../counted-target.ts';
import { FakeCertificate } from './fake-certificate.ts';
import { FakeDataChannel, type FakeLine } from './fake-data-channel.ts';
import { FakeDescriptions, type Described } from './fake-descriptions.ts';
import { ANSWERS, FakeMedia } from './fake-media.ts';
import { readFakeSdp, writeFakeSdp, type Direction } from './fake-sdp.ts';
import { FakeTransceiver, type FakeTrack } from './fake-transceiver.ts';
import { FakeDtlsTransport, FakeSctpTransport, type CertificateView } from './fake-transports.ts';

/** Delivers a message of a channel, identified by its sender and the label, now, later or never. */
export type FakeCarry = (from: FakePeerConnection, label: string, deliver: () => void) => void;

/**
 * When candidates are emitted. `auto`: immediately, and gathering completes. `manual`: immediately, and gathering completes only by `finishGathering()`;
 * `late`: by `finishGathering()`, which completes it.
 */
export type FakeGathering = 'auto' | 'manual' | 'late';

/** The network that a fake peer connection is part of. */
export interface FakePeerNetwork {
  readonly certificateView: CertificateView;
  readonly gathering: FakeGathering;
  readonly carry: FakeCarry;
  /** The peer connection with this id. */
  find(peerId: string): FakePeerConnection | undefined;
  /** Connects a peer connection with the other side once both have each other's description. */
  tryConnect(peer: FakePeerConnection): void;
}

interface FakePeerOptions {
  readonly network: FakePeerNetwork;
  readonly configuration: RTCConfiguration;
  readonly id: string;
}

const CANDIDATE = 'candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host';

/** One end of a fake connection; a test controls it with the `force…` and `finish…` methods. */
export class FakePeerConnection extends CountedTarget implements FakeLine {
  readonly id: string;
  configuration: RTCConfiguration;
  readonly certificate: FakeCertificate;
  readonly dtls: FakeDtlsTransport;
  readonly channels: FakeDataChannel[] = [];
  /** Candidates that were added, in order. */
  readonly candidates: RTCIceCandidateInit[] = [];
  /** The entries of `getStats()` besides the certificates, by id. */
  readonly stats: Map<string, unknown> = new Map();
  /** Mids of lines with a transport of their own, as a browser creates for lines outside the bundle. */
  readonly unbundledMids: Set<string | null> = new Set();
  readonly #network: FakePeerNetwork;
  readonly #media = new FakeMedia();
  signalingState: RTCSignalingState = 'stable';
  iceConnectionState: RTCIceConnectionState = 'new';
  iceGatheringState: RTCIceGatheringState = 'new';
  connectionState: RTCPeerConnectionState = 'new';
  sctp: FakeSctpTransport | null = null;
  readonly #descriptions = new FakeDescriptions();
  #version = 0;
  #isNegotiationNeeded = false;
  /** Candidates that are part of descriptions from the moment they are emitted. */
  #gathered: readonly string[] = [];
  #other: FakePeerConnection | undefined;
  #isSilent = false;

  constructor({ network, configuration, id }: FakePeerOptions) {
    super();
    this.#network = network;
    this.configuration = configuration;
    this.id = id;
    const given: unknown = configuration.certificates?.[0];
    this.certificate = given instanceof FakeCertificate ? given : new FakeCertificate();
    this.dtls = new FakeDtlsTransport(network.certificateView);
  }

  /** Connects two peers that have each other's description: ICE, DTLS with a check of the certificates, channels. */
  static connect(one: FakePeerConnection, other: FakePeerConnection): void {
    if (one.#other !== undefined || other.#other !== undefined) return;
    if (one.connectionState === 'closed' || other.connectionState === 'closed') return;
    if (one.isSilent || other.isSilent) return;
    one.#other = other;
    other.#other = one;
    for (const [peer, remote] of [
      [one, other],
      [other, one],
    ] as const) {
      peer.forceIceState('connected');
      peer.dtls.remote = remote.certificate;
    }
    const isGenuine = one.#hasRemote(other.certificate) && other.#hasRemote(one.certificate);
    for (const peer of [one, other]) peer.dtls.setState(isGenuine ? 'connected' : 'failed');
    if (!isGenuine) return;
    for (const peer of [one, other]) for (const channel of peer.channels) peer.#openChannel(channel);
  }

  get localDescription(): Described | null {
    const described = this.#descriptions.local;
    if (described === undefined) return null;
    return {
      ...described,
      sdp: writeFakeSdp({ ...readFakeSdp(described.sdp), candidates: this.#gathered }),
    };
  }

  get remoteDescription(): Described | null {
    return this.#descriptions.remote ?? null;
  }

  /** The remote description of the last completed negotiation. */
  get currentRemoteDescription(): Described | null {
    return this.#descriptions.settledRemote ?? null;
  }

  get remotePeerId(): string | undefined {
    return this.#descriptions.remotePeerId;
  }

  /** Both descriptions are set and none is pending. */
  get isSettled(): boolean {
    return this.signalingState === 'stable' && this.#descriptions.isComplete;
  }

  /** Listeners on this connection, its transport and its channels. */
  get allListeners(): number {
    const channels = this.channels.reduce((sum, { listenerCount }) => sum + listenerCount, 0);
    return this.listenerCount + this.dtls.listenerCount + channels;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  carry(label: string, deliver: () => void): void {
    this.#network.carry(this, label, deliver);
  }

  createDataChannel(label: string, init?: { readonly ordered?: boolean }): FakeDataChannel {
    this.#requireOpen();
    const channel = new FakeDataChannel(label, init, this);
    this.channels.push(channel);
    if (this.#other === undefined) this.#needNegotiation();
    else queueMicrotask(() => this.#openChannel(channel));
    return channel;
  }

  addTransceiver(
    trackOrKind: FakeTrack | string,
    init: { readonly direction?: Direction } = {},
  ): FakeTransceiver {
    this.#requireOpen();
    const track = typeof trackOrKind === 'string' ? null : trackOrKind;
    const kind = typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind;
    const transceiver = new FakeTransceiver(kind, init.direction ?? 'sendrecv', track);
    transceiver.onDirection = () => this.#needNegotiation();
    this.#media.transceivers.push(transceiver);
    this.#needNegotiation();
    return transceiver;
  }

  getTransceivers(): FakeTransceiver[] {
    return [...this.#media.transceivers];
  }

  /** ICE servers count from the next gathering on. */
  setConfiguration(configuration: RTCConfiguration): void {
    this.#requireOpen();
    this.configuration = configuration;
  }

  async createOffer(): Promise<Described> {
    await Promise.resolve();
    this.#requireOpen();
    return { type: 'offer', sdp: this.#describe(false) };
  }

  async setLocalDescription(description?: RTCSessionDescriptionInit): Promise<void> {
    await Promise.resolve();
    this.#requireOpen();
    if (description?.type === 'rollback') {
      this.#rollback();
      return;
    }
    const isAnswer = this.signalingState === 'have-remote-offer';
    const sdp = description?.sdp ?? this.#describe(isAnswer);
    const described: Described = { type: isAnswer ? 'answer' : 'offer', sdp };
    if (this.#media.hasApplication) this.sctp ??= new FakeSctpTransport(this.dtls);
    if (isAnswer) {
      this.#descriptions.answerLocal(described);
      const { sections } = readFakeSdp(described.sdp);
      this.#settle((mid) => sections.find((each) => each.mid === mid)?.direction ?? 'inactive');
    } else {
      this.#descriptions.offerLocal(described);
      this.#setSignalingState('have-local-offer');
    }
    queueMicrotask(() => this.#gather());
  }

  async setRemoteDescription({ type, sdp }: RTCSessionDescriptionInit): Promise<void> {
    await Promise.resolve();
    this.#requireOpen();
    const parsed = readFakeSdp(sdp ?? '');
    if (type === 'offer') {
      if (this.signalingState === 'have-local-offer') this.#rollback();
      this.#requireState('stable');
      this.#media.requireOrder(parsed.sections);
      this.#descriptions.offerRemote({ type, sdp: sdp ?? '' });
      this.#setSignalingState('have-remote-offer');
    } else {
      this.#requireState('have-local-offer');
      this.#descriptions.answerRemote({ type: 'answer', sdp: sdp ?? '' });
      const { sections } = parsed;
      this.#settle((mid) => ANSWERS[sections.find((each) => each.mid === mid)?.direction ?? 'inactive']);
    }
    const other = this.#network.find(parsed.peerId);
    const sentAt = (mid: string): MediaStreamTrack | undefined =>
      other?.getTransceivers().find((transceiver) => transceiver.mid === mid)?.media;
    for (const transceiver of this.#media.takeRemote(parsed.sections, sentAt)) {
      const { track } = transceiver.receiver;
      transceiver.onDirection = () => this.#needNegotiation();
      this.fire('track', { track, streams: [], transceiver, receiver: transceiver.receiver });
    }
  }

  async addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    await Promise.resolve();
    if (this.remoteDescription === null) {
      throw new DOMException('no remote description', 'InvalidStateError');
    }
    if (candidate.candidate === 'unusable') throw new DOMException('unusable', 'OperationError');
    this.candidates.push(candidate);
  }

  async getStats(): Promise<Map<string, unknown>> {
    return new Map([...this.dtls.stats(), ...this.stats]);
  }

  close(): void {
    if (this.connectionState === 'closed') return;
    this.signalingState = 'closed';
    this.iceConnectionState = 'closed';
    this.connectionState = 'closed';
    this.dtls.state = 'closed';
    for (const channel of this.channels) channel.close();
    const other = this.#other;
    queueMicrotask(() => {
      if (this.#isSilent || other === undefined || other.connectionState === 'closed') return;
      other.dtls.setState('closed');
    });
  }

  /** Stops delivery in both directions; neither end is notified. */
  silence(): void {
    for (const peer of [this, this.#other]) if (peer !== undefined) peer.#isSilent = true;
  }

  /** Sets the ICE state and fires its event. */
  forceIceState(state: RTCIceConnectionState): void {
    this.iceConnectionState = state;
    this.fire('iceconnectionstatechange');
  }

  /** Completes gathering on a network with manual gathering. */
  finishGathering(): void {
    if (this.#network.gathering === 'late') this.#emitCandidate();
    this.iceGatheringState = 'complete';
    this.fire('icegatheringstatechange');
    this.fire('icecandidate', { candidate: null });
  }

  #gather(): void {
    if (this.iceGatheringState !== 'new' || this.connectionState === 'closed') return;
    this.iceGatheringState = 'gathering';
    this.fire('icegatheringstatechange');
    if (this.#network.gathering !== 'late') this.#emitCandidate();
    if (this.#network.gathering === 'auto') this.finishGathering();
  }

  #emitCandidate(): void {
    const candidate = { candidate: CANDIDATE, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: this.id };
    this.#gathered = [CANDIDATE];
    this.fire('icecandidate', { candidate });
  }

  #describe(isAnswer: boolean): string {
    if (!isAnswer) this.#media.assignMids(this.channels.length > 0);
    this.#version += 1;
    return writeFakeSdp({
      peerId: this.id,
      version: this.#version,
      fingerprint: this.certificate.sdpFingerprint,
      sections: isAnswer ? this.#media.answerSections() : this.#media.offerSections(),
      candidates: [],
    });
  }

  #settle(directionOf: (mid: string) => Direction): void {
    this.#media.settle(directionOf);
    for (const { mid, sender, receiver } of this.#media.transceivers) {
      const own = this.unbundledMids.has(mid);
      const transport = own ? new FakeDtlsTransport(this.#network.certificateView) : this.dtls;
      sender.transport = transport;
      receiver.transport = transport;
    }
    this.#setSignalingState('stable');
    this.#network.tryConnect(this);
    if (this.#isMoreNeeded()) this.#needNegotiation();
  }

  #rollback(): void {
    this.#descriptions.rollback();
    this.#media.rollback();
    this.#setSignalingState('stable');
    if (this.#isMoreNeeded()) this.#needNegotiation();
  }

  #needNegotiation(): void {
    if (this.#isNegotiationNeeded) return;
    this.#isNegotiationNeeded = true;
    queueMicrotask(() => {
      this.#isNegotiationNeeded = false;
      if (this.signalingState === 'stable' && this.#isMoreNeeded()) this.fire('negotiationneeded');
    });
  }

  #isMoreNeeded(): boolean {
    return this.#media.isMoreNeeded(this.channels.length > 0);
  }

  #hasRemote({ sdpFingerprint }: FakeCertificate): boolean {
    return this.#descriptions.remoteFingerprint === sdpFingerprint;
  }

  #openChannel(channel: FakeDataChannel): void {
    const other = this.#other;
    if (other === undefined || this.#isSilent || channel.readyState !== 'connecting') return;
    const remote = new FakeDataChannel(channel.label, { ordered: channel.ordered }, other);
    other.channels.push(remote);
    other.fire('datachannel', { channel: remote });
    FakeDataChannel.pair(channel, remote);
  }

  #setSignalingState(state: RTCSignalingState): void {
    this.signalingState = state;
    this.fire('signalingstatechange');
  }

  #requireOpen(): void {
    if (this.connectionState === 'closed')
      throw new DOMException('connection is closed', 'InvalidStateError');
  }

  #requireState(state: RTCSignalingState): void {
    if (this.signalingState === state) return;
    throw new DOMException(
      `signaling state must be ${state}, got ${this.signalingState}`,
      'InvalidStateError',
    );
  }
}
