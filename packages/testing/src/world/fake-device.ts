/** @module A device in the test's process: impolite negotiation, tracks, and the `coap` channel. */
import {
  COAP_WS_FEATURE,
  ContentFormat,
  encodeSignalingMessage,
  NEGOTIATION_LABEL,
  parseRelayedMessage,
  parseStreamLabel,
  selectFeatures,
  type Metadata,
  type SignalingMessage,
  type TrackMetadata,
} from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import type { FakeDataChannel } from '../rtc/fake-data-channel.ts';
import type { FakePeerConnection } from '../rtc/fake-peer-connection.ts';
import type { FakeRtcNetwork } from '../rtc/fake-rtc-network.ts';
import { FakeCoapWs } from './fake-coap-ws.ts';
import type { FakeIdentity } from './fake-identity.ts';
import { registerFakeLogins } from './fake-logins.ts';
import { FakeResources } from './fake-resources.ts';
import { FakeStream } from './fake-stream.ts';

type DescriptionMessage = Extract<SignalingMessage, { kind: 'description' }>;

/** Options of a fake device. */
export interface FakeDeviceOptions {
  readonly network: FakeRtcNetwork;
  readonly identity: FakeIdentity;
  /** The key that answers challenges; the device's own by default. */
  readonly proves?: () => FakeIdentity | Promise<FakeIdentity>;
  readonly send: (message: SignalingMessage) => void;
}

/** The device's end of one connection. */
export class FakeDevice {
  readonly pc: FakePeerConnection;
  readonly identity: FakeIdentity;
  readonly resources: FakeResources = new FakeResources();
  /** Passwords by user name. */
  readonly passwords: Map<string, string> = new Map();
  /** The user name of the logged-in user. */
  username: string | undefined;
  /** What the client sent, in order. */
  readonly received: SignalingMessage[] = [];
  /** What the client sent that could not be parsed. */
  readonly failures: unknown[] = [];
  /** Metadata of the device's tracks. */
  tracks: TrackMetadata[] = [];
  /** Further fields of its descriptions, `noTrickle` for example. */
  extraMetadata: Metadata = {};
  /** The extensions it supports; none by default, as a deployed device. */
  features: readonly string[] = [];
  /** The extensions that it signs, `negotiation/1` for example; none by default, as a deployed device. */
  signedFeatures: readonly string[] = [];
  /** The byte streams that the client opened, in order. */
  readonly streams: FakeStream[] = [];
  /** The `coap` channel, once the client opened it. */
  channel: FakeDataChannel | undefined;
  /** Its binary framing, when `coap-ws/1` was negotiated. */
  coapWs: FakeCoapWs | undefined;
  readonly #send: (message: SignalingMessage) => void;
  #echoed: TrackMetadata[] = [];
  /** The extensions that the next description lists as accepted. */
  #featuresToName: string[] | undefined;
  #featuresTaken: readonly string[] = [];
  /** The channel that carries descriptions once the client has opened it. */
  #negotiation: FakeDataChannel | undefined;
  /** Candidates that follow an ignored offer are ignored too. */
  #isOfferIgnored = false;
  #tail: Promise<void> = Promise.resolve();

  constructor({ network, identity, send, proves = () => identity }: FakeDeviceOptions) {
    this.#send = send;
    this.identity = identity;
    this.pc = network.create();
    this.pc.addEventListener('datachannel', (event) => this.#handleChannel(event));
    this.pc.addEventListener('icecandidate', (event) => this.#handleLocalCandidate(event));
    // SPEC.md: the user of the connection, and 404 before a login.
    this.resources.on('GET /iam/me', () =>
      this.username === undefined
        ? { statusCode: 404 }
        : {
            statusCode: 205,
            contentFormat: ContentFormat.cbor,
            payload: encodeCbor({ Username: this.username }),
          },
    );
    registerFakeLogins(this.resources, {
      identity: proves,
      passwords: this.passwords,
      onLogin: (username) => void (this.username = username),
      signedFeatures: () => this.signedFeatures,
      wire: () => ({
        clientFingerprint: this.#clientFingerprint(),
        deviceFingerprint: this.pc.certificate.fingerprint,
      }),
    });
  }

  /**
   * Adds a track that the next offer contains; the offer assigns its mid. In a browser it may be a track with a picture, a canvas's for example.
   * With `sendrecv` the device also receives on its line, as deployed devices offer their audio.
   */
  addTrack(
    kind: string,
    trackId: string,
    media?: MediaStreamTrack,
    direction: 'sendonly' | 'sendrecv' = 'sendonly',
  ): void {
    const transceiver = this.pc.addTransceiver(kind, { direction });
    transceiver.media = media;
    this.#named.push({ transceiver, trackId });
  }

  readonly #named: { transceiver: { mid: string | null }; trackId: string }[] = [];

  /** Makes an offer. Resolves when it was sent. */
  offer(): Promise<void> {
    return this.#run(async () => {
      await this.pc.setLocalDescription();
      this.#sendDescription();
    });
  }

  /** Handles a message of the client that came by signaling. */
  handleMessage(message: SignalingMessage): void {
    this.received.push(message);
    if (this.#negotiation === undefined || message.kind === 'candidate') this.#handle(message);
  }

  /** Whether the client negotiates over the connection itself. */
  get negotiatesInside(): boolean {
    return this.#negotiation !== undefined;
  }

  #handle(message: SignalingMessage): void {
    if (message.kind === 'description') void this.#run(() => this.#handleDescription(message));
    if (message.kind === 'candidate') void this.#run(() => this.#handleCandidate(message.candidate));
    if (message.kind === 'requestOffer') void this.offer();
  }

  /** The last description the client sent. */
  get lastDescription(): DescriptionMessage | undefined {
    return this.received.findLast((message) => message.kind === 'description');
  }

  #run(task: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(task).catch((error: unknown) => void this.failures.push(error));
    return this.#tail;
  }

  async #handleCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (!this.#isOfferIgnored) await this.pc.addIceCandidate(candidate);
  }

  async #handleDescription({ description, metadata }: DescriptionMessage): Promise<void> {
    // The impolite side ignores an offer that collides with its own.
    this.#isOfferIgnored = description.type === 'offer' && this.pc.signalingState === 'have-local-offer';
    if (this.#isOfferIgnored) return;
    this.#echoed = metadata.tracks ?? [];
    const { features } = metadata;
    // Only in an offer: what is taken after an answer reaches the client too late.
    if (description.type === 'offer' && features !== undefined && this.features.length > 0) {
      this.#featuresToName = selectFeatures(features, this.features);
      this.#featuresTaken = this.#featuresToName;
    }
    await this.pc.setRemoteDescription(description);
    if (description.type !== 'offer') return;
    await this.pc.setLocalDescription();
    this.#sendDescription();
  }

  #sendDescription(): void {
    const local = this.pc.localDescription;
    if (local === null) return;
    const own = this.#named.flatMap(({ transceiver: { mid }, trackId }) =>
      mid === null ? [] : [{ mid, trackId }],
    );
    const listed = [...this.tracks, ...own];
    const echoed = this.#echoed.filter(({ mid }) => !listed.some((entry) => entry.mid === mid));
    const tracks = [...echoed, ...listed];
    const featuresTaken = this.#featuresToName;
    this.#featuresToName = undefined;
    const metadata = { tracks, ...(featuresTaken && { featuresTaken }), ...this.extraMetadata };
    const message: SignalingMessage = { kind: 'description', description: local, metadata };
    if (this.#negotiation === undefined) this.#send(message);
    else this.#negotiation.send(encodeSignalingMessage(message));
  }

  #handleLocalCandidate(event: Event): void {
    const candidate: unknown = Reflect.get(event, 'candidate');
    if (typeof candidate !== 'object' || candidate === null) return;
    this.#send({ kind: 'candidate', candidate: { candidate: 'candidate:device', sdpMid: '0' } });
  }

  #handleChannel(event: Event): void {
    const [channel] = this.pc.channels.slice(-1);
    if (channel === undefined || Reflect.get(event, 'channel') !== channel) return;
    const port = parseStreamLabel(channel.label);
    if (port !== undefined) this.streams.push(new FakeStream(port, channel));
    if (channel.label === NEGOTIATION_LABEL) this.#negotiateInside(channel);
    if (channel.label !== 'coap') return;
    this.channel = channel;
    if (this.#featuresTaken.includes(COAP_WS_FEATURE)) {
      this.coapWs = new FakeCoapWs(channel, this.resources);
      return;
    }
    channel.addEventListener('message', (message) => {
      const data: unknown = Reflect.get(message, 'data');
      if (typeof data === 'string') void this.#answer(channel, data);
    });
  }

  /** Repeats an unanswered offer on the channel: the client ignores other offers from now on. */
  #negotiateInside(channel: FakeDataChannel): void {
    channel.addEventListener('message', (event) => {
      const parsed = parseRelayedMessage(String(Reflect.get(event, 'data')));
      if (!parsed.ok) throw new Error(`cannot parse negotiation message: ${parsed.reason}`);
      this.received.push(parsed.value);
      this.#handle(parsed.value);
    });
    channel.addEventListener('open', () => {
      this.#negotiation = channel;
      void this.#run(async () => {
        if (this.pc.signalingState === 'have-local-offer') this.#sendDescription();
      });
    });
  }

  async #answer(channel: FakeDataChannel, text: string): Promise<void> {
    const answer = await this.resources.answer(text);
    if (answer !== undefined && channel.readyState === 'open') channel.send(answer);
  }

  #clientFingerprint(): FakeDevice['pc']['certificate']['fingerprint'] {
    const { remote } = this.pc.dtls;
    if (remote === undefined) throw new Error('no client is connected to the fake device');
    return remote.fingerprint;
  }
}
