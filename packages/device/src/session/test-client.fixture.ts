/** @module A client for tests: a bare peer connection of the library and its signaling frames. */
import {
  ContentFormat,
  encodeRequest,
  encodeSignalingMessage,
  parseResponse,
  parseSignalingMessage,
  utf8Encode,
  withLimits,
  type Description,
  type IceCandidate,
  type Metadata,
  type Method,
} from '@longwire/protocol';
import { PeerConnection, type DataChannel, type Track } from 'node-datachannel';
import { systemClock } from '../time/system-clock.ts';

/** Longest wait of a client, in milliseconds: less than the limit of a test, which would not say what was missing. */
const WAIT_MS = 30_000;

/** A description whose candidates are trickled. */
const withoutCandidates = (sdp: string): string =>
  sdp.replaceAll(/^a=(?:candidate:.*|end-of-candidates)\r\n/gmu, '');

/** The transport of the client's signaling frames; a `Session` is one. */
export interface ClientSignaling {
  handleMessage(text: string): void;
  on(event: 'outgoing', listener: (text: string) => void): () => void;
}

/** The body of a request that is not JSON. */
export interface TestBody {
  readonly payload: Uint8Array;
  readonly contentFormat: number;
}

/** A client of a session, connected to it directly or through a service. */
export class TestClient {
  readonly native: PeerConnection;
  readonly metadata: Metadata[] = [];
  readonly offers: string[] = [];
  readonly answers: string[] = [];
  readonly tracks: Track[] = [];
  /** Binary messages received on the request channel. */
  readonly binaryMessages: Uint8Array[] = [];
  /** Trickled candidates of the device. */
  readonly candidates: string[] = [];
  readonly #session: ClientSignaling;
  readonly #channel: DataChannel;
  readonly #answers = new Map<string, (answer: unknown) => void>();
  readonly #waiting = new Set<() => void>();
  /** The client's candidates that wait for the device's first description; undefined once it is applied. */
  #heldCandidates: IceCandidate[] | undefined = [];
  /** Changes each description before it is sent. */
  alter: (sdp: string) => string = (sdp) => sdp;
  /** Metadata that answers contain in addition to the device's. */
  extraMetadata: Metadata = {};
  isOpen = false;
  isClosed = false;
  isChannelClosed = false;

  constructor(session: ClientSignaling, label = 'coap') {
    this.#session = session;
    this.native = new PeerConnection('client', {
      iceServers: [],
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    this.native.onStateChange((state) => this.#change(() => (this.isClosed ||= state === 'closed')));
    this.native.onTrack((track) => {
      track.onClosed(() => undefined);
      track.onOpen(() => this.touch());
      this.#change(() => this.tracks.push(track));
    });
    this.native.onLocalCandidate((candidate, sdpMid) => this.#sendCandidate({ candidate, sdpMid }));
    this.#channel = this.native.createDataChannel(label);
    this.#channel.onOpen(() => this.#change(() => (this.isOpen = true)));
    this.#channel.onMessage((message) => {
      if (typeof message === 'string') this.#handleAnswer(message);
      else this.#change(() => this.binaryMessages.push(new Uint8Array(message)));
    });
    this.#channel.onClosed(() => this.#change(() => (this.isChannelClosed = true)));
    session.on('outgoing', (text) => this.#handleSignaling(text));
  }

  /** Sends a signaling message. */
  send(message: Parameters<typeof encodeSignalingMessage>[0]): void {
    this.#session.handleMessage(encodeSignalingMessage(message));
  }

  /** Sends an offer. */
  offer(metadata: Metadata = {}): void {
    this.native.setLocalDescription('offer');
    const sdp = this.alter(withoutCandidates(this.native.localDescription()?.sdp ?? ''));
    this.send({ kind: 'description', description: { type: 'offer', sdp }, metadata });
  }

  /** Resolves once `isTrue` returns true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const changed = Promise.withResolvers<void>();
      this.#waiting.add(changed.resolve);
      await this.within(changed.promise);
    }
  }

  /** Waits for an answer or something else. @throws Error that says how far the connection came, after {@link WAIT_MS} */
  async within<T>(wait: Promise<T>): Promise<T> {
    const error = (): Error => new Error(`the client has waited for ${WAIT_MS} ms: ${this.#progress}`);
    return await withLimits({ time: { clock: systemClock, limitMs: WAIT_MS, error } }, () => wait);
  }

  /** Makes pending {@link until} calls check again. */
  touch(): void {
    this.#change(() => undefined);
  }

  /** Sends text unchanged on the request channel. */
  sendRaw(text: string): void {
    this.#channel.sendMessage(text);
  }

  /** Sends bytes unchanged on the request channel. */
  sendBytes(bytes: Uint8Array): void {
    this.#channel.sendMessageBinary(bytes);
  }

  /** Sends a request and resolves with its response. */
  request(method: Method, path: string, json?: unknown): Promise<unknown> {
    const payload = json === undefined ? undefined : utf8Encode(JSON.stringify(json));
    return this.requestBytes(method, path, payload && { payload, contentFormat: ContentFormat.json });
  }

  /** Sends a request with a binary body and resolves with its response. */
  requestBytes(method: Method, path: string, body: TestBody | undefined): Promise<unknown> {
    const requestId = `r${this.#answers.size}`;
    const answer = Promise.withResolvers<unknown>();
    this.#answers.set(requestId, answer.resolve);
    this.#channel.sendMessage(encodeRequest({ requestId, method, path, ...body }));
    return answer.promise;
  }

  close(): void {
    for (const track of this.tracks) track.close();
    this.#channel.close();
    this.native.close();
  }

  get #progress(): string {
    const { native, offers, answers, candidates, isOpen, isChannelClosed } = this;
    const states = [native.signalingState(), native.gatheringState(), native.iceState(), native.state()];
    const received = { offers: offers.length, answers: answers.length, candidates: candidates.length };
    return JSON.stringify({ states, ...received, isOpen, isChannelClosed, requests: this.#answers.size });
  }

  #change(apply: () => unknown): void {
    apply();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #handleAnswer(text: string): void {
    const parsed = parseResponse(text);
    if (parsed.ok) this.#answers.get(parsed.value.requestId)?.(parsed.value);
  }

  #sendCandidate(candidate: IceCandidate): void {
    if (this.#heldCandidates !== undefined) this.#heldCandidates.push(candidate);
    else this.send({ kind: 'candidate', candidate });
  }

  #handleSignaling(text: string): void {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) return;
    if (parsed.value.kind === 'candidate') {
      const { candidate, sdpMid } = parsed.value.candidate;
      this.candidates.push(candidate);
      this.native.addRemoteCandidate(candidate, sdpMid ?? '0');
    }
    if (parsed.value.kind !== 'description') return;
    const { description, metadata } = parsed.value;
    this.#change(() => this.metadata.push(metadata));
    this.#handleDescription(description, metadata);
  }

  /**
   * Adds the candidates of either side only after both have applied the description: the library may start DTLS while it is applying one,
   * and the handshake then fails because there is no fingerprint yet to check the certificate against.
   */
  #handleDescription({ type, sdp }: Description, metadata: Metadata): void {
    this.#change(() => (type === 'offer' ? this.offers : this.answers).push(sdp));
    this.native.setRemoteDescription(withoutCandidates(sdp), type);
    if (type === 'offer') this.#answer(metadata);
    for (const [, candidate = ''] of sdp.matchAll(/^a=(candidate:.*)$/gmu)) {
      this.native.addRemoteCandidate(candidate.trimEnd(), '0');
    }
    const held = this.#heldCandidates ?? [];
    this.#heldCandidates = undefined;
    for (const candidate of held) this.#sendCandidate(candidate);
  }

  #answer(metadata: Metadata): void {
    this.native.setLocalDescription('answer');
    const sdp = this.alter(withoutCandidates(this.native.localDescription()?.sdp ?? ''));
    this.send({
      kind: 'description',
      description: { type: 'answer', sdp },
      metadata: { ...metadata, ...this.extraMetadata },
    });
  }
}
