/** @module A client for tests: a bare peer connection of the library, and the frames of its signaling. */
import {
  ContentFormat,
  encodeRequest,
  encodeSignalingMessage,
  parseResponse,
  parseSignalingMessage,
  utf8Encode,
  type Description,
  type Metadata,
} from '@longwire/protocol';
import { PeerConnection, type DataChannel, type Track } from 'node-datachannel';
import type { Session } from './session.ts';

/** A description whose candidates come one by one. */
const withoutCandidates = (sdp: string): string =>
  sdp.replaceAll(/^a=(?:candidate:.*|end-of-candidates)\r\n/gmu, '');

/** Talks to a {@link Session} without a service between them. */
export class TestClient {
  readonly native: PeerConnection;
  readonly metadata: Metadata[] = [];
  readonly offers: string[] = [];
  readonly answers: string[] = [];
  readonly tracks: Track[] = [];
  /** Those that came one by one. */
  readonly candidates: string[] = [];
  readonly #session: Session;
  readonly #channel: DataChannel;
  readonly #answers = new Map<string, (answer: unknown) => void>();
  readonly #waiting = new Set<() => void>();
  /** Changes what is sent. */
  alter: (sdp: string) => string = (sdp) => sdp;
  /** What it says besides what it heard. */
  extraMetadata: Metadata = {};
  isOpen = false;
  isClosed = false;
  isChannelClosed = false;

  constructor(session: Session, label = 'coap') {
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
    this.native.onLocalCandidate((candidate, sdpMid) =>
      this.send({ kind: 'candidate', candidate: { candidate, sdpMid } }),
    );
    this.#channel = this.native.createDataChannel(label);
    this.#channel.onOpen(() => this.#change(() => (this.isOpen = true)));
    this.#channel.onClosed(() => this.#change(() => (this.isChannelClosed = true)));
    this.#channel.onMessage((text) => this.#handleAnswer(typeof text === 'string' ? text : ''));
    session.on('outgoing', (text) => this.#handleSignaling(text));
  }

  /** Sends a signaling message. */
  send(message: Parameters<typeof encodeSignalingMessage>[0]): void {
    this.#session.handleMessage(encodeSignalingMessage(message));
  }

  /** Makes an offer. */
  offer(metadata: Metadata = {}): void {
    this.native.setLocalDescription('offer');
    const sdp = this.alter(withoutCandidates(this.native.localDescription()?.sdp ?? ''));
    this.send({ kind: 'description', description: { type: 'offer', sdp }, metadata });
  }

  /** Resolves when something has become true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const changed = Promise.withResolvers<void>();
      this.#waiting.add(changed.resolve);
      await changed.promise;
    }
  }

  /** Tells those who wait to look again. */
  touch(): void {
    this.#change(() => undefined);
  }

  /** Sends text as it is on the request channel. */
  sendRaw(text: string): void {
    this.#channel.sendMessage(text);
  }

  /** Makes a request and resolves with its answer. */
  request(method: 'GET' | 'POST', path: string, json?: unknown): Promise<unknown> {
    const requestId = `r${this.#answers.size}`;
    const answer = Promise.withResolvers<unknown>();
    this.#answers.set(requestId, answer.resolve);
    const body =
      json === undefined
        ? {}
        : { contentFormat: ContentFormat.json, payload: utf8Encode(JSON.stringify(json)) };
    this.#channel.sendMessage(encodeRequest({ requestId, method, path, ...body }));
    return answer.promise;
  }

  close(): void {
    for (const track of this.tracks) track.close();
    this.#channel.close();
    this.native.close();
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

  /**
   * Applies a description first and its candidates after it. In the library DTLS may begin while a description is being applied,
   * and then there is no fingerprint yet to check the certificate against: the handshake fails, now and then.
   */
  #apply({ type, sdp }: Description): void {
    this.#change(() => (type === 'offer' ? this.offers : this.answers).push(sdp));
    this.native.setRemoteDescription(withoutCandidates(sdp), type);
    for (const [, candidate = ''] of sdp.matchAll(/^a=(candidate:.*)$/gmu)) {
      this.native.addRemoteCandidate(candidate.trimEnd(), '0');
    }
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
    this.#apply(description);
    if (description.type === 'answer') return;
    this.native.setLocalDescription('answer');
    const sdp = this.alter(withoutCandidates(this.native.localDescription()?.sdp ?? ''));
    const said = { ...metadata, ...this.extraMetadata };
    this.send({ kind: 'description', description: { type: 'answer', sdp }, metadata: said });
  }
}
