/** @module One client of the deployed-like device: negotiation as the impolite side, channels, tracks. */
import { PeerConnection, type DataChannel, type DescriptionType, type Track } from 'node-datachannel';
import { readMessage, writeAnswer } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import { PasswordLogin, type Fingerprints } from './password-login.ts';
import { answer } from './resources.ts';
import { acceptAudio, addAudio, AUDIO_TRACK, listen, VIDEO_TRACK, type Camera } from './tracks.ts';
import { metadataFor, readMetadata, type Metadata, type TrackEntry } from './track-metadata.ts';

export interface ConnectionOptions {
  readonly state: DeviceState;
  readonly camera: Camera;
  readonly send: (message: object) => void;
}

function sdpFingerprint(sdp: string | undefined): Buffer {
  const hex = /^a=fingerprint:sha-256 ([0-9A-F:]+)/imu.exec(sdp ?? '')?.[1];
  if (hex === undefined) throw new Error('description without a sha-256 fingerprint');
  return Buffer.from(hex.replaceAll(':', ''), 'hex');
}

/** A session with one client. */
export class Connection {
  readonly state: DeviceState;
  readonly login: PasswordLogin;
  readonly #options: ConnectionOptions;
  readonly #peer: PeerConnection;
  /** Kept because the library closes a channel or track whose object is garbage-collected. */
  readonly #kept: (DataChannel | Track)[] = [];
  readonly #ownTracks: TrackEntry[] = [];
  /** The client's lines that were checked, and their errors. */
  readonly #clientLines = new Set<string>();
  readonly #errors = new Map<string, string>();
  #metadata: Metadata = {};
  #isMakingOffer = false;
  #hasPendingOffer = false;
  #nextMid = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.state = options.state;
    this.login = new PasswordLogin({
      bucket: this.state.bucket,
      passwordOf: (username) => this.state.passwordOf(username),
      fingerprints: this.fingerprints,
    });
    this.#peer = new PeerConnection('deployed', {
      iceServers: [],
      disableAutoNegotiation: true,
      // Tracks come after the first description: without this the transport could not carry them.
      forceMediaTransport: true,
    });
    this.#peer.onLocalDescription((sdp, type) => this.#sendDescription(sdp, type));
    this.#peer.onLocalCandidate((candidate, mid) => this.#sendCandidate(candidate, mid));
    this.#peer.onStateChange((state) => console.error(`peer ${state}`));
    this.#peer.onDataChannel((channel) => this.#takeChannel(channel));
    this.#peer.onTrack((track) => this.#kept.push(track));
    this.#peer.onSignalingStateChange((signaling) => {
      if (signaling === 'stable' && this.#hasPendingOffer) setImmediate(() => this.#offer());
    });
  }

  /** As deployed devices do: from the two descriptions, whatever is on the wire. */
  readonly fingerprints = (): Fingerprints => ({
    client: sdpFingerprint(this.#peer.remoteDescription()?.sdp),
    device: sdpFingerprint(this.#peer.localDescription()?.sdp),
  });

  /** The client's certificate in the format of user records. */
  get clientFingerprint(): string {
    return this.fingerprints().client.toString('hex');
  }

  /** The user of the connection. */
  get username(): string | undefined {
    return this.state.userOf(this.clientFingerprint, this.login.username);
  }

  isAllowed(action: string): boolean {
    return this.state.isAllowed(this.username, action);
  }

  /** Adds the tracks and makes an offer. */
  offerTracks(ids: readonly string[]): void {
    for (const trackId of ids) {
      this.#nextMid += 1;
      const [mid, ssrc] = [`device-${this.#nextMid}`, 0x10_00 + this.#nextMid];
      const track =
        trackId === VIDEO_TRACK
          ? this.#options.camera.addTo(this.#peer, mid, ssrc)
          : addAudio(this.#peer, mid, this.state.quirks.audioCodec);
      if (trackId === AUDIO_TRACK) listen(track, (packet) => this.state.handleTalk(packet));
      this.#kept.push(track);
      this.#ownTracks.push({ mid, trackId });
    }
    this.#offer();
  }

  #offer(): void {
    if (this.#peer.signalingState() !== 'stable') {
      this.#hasPendingOffer = true;
      return;
    }
    this.#hasPendingOffer = false;
    this.#isMakingOffer = true;
    this.#peer.setLocalDescription('offer');
  }

  /** A message of the client, as the service relays it. */
  handleMessage(message: Readonly<Record<string, unknown>>): void {
    const data = typeof message['data'] === 'string' ? JSON.parse(message['data']) : {};
    switch (message['type']) {
      case 0:
      case 1:
        this.#takeDescription(data, message['metadata']);
        break;
      case 2:
        if (data.candidate !== '') this.#addCandidate(data.candidate, String(data.sdpMid ?? '0'));
        break;
      case 5:
        this.#offer();
        break;
      default:
    }
  }

  /** A candidate that arrives while the client closes its end finds no transport. */
  #addCandidate(candidate: string, sdpMid: string): void {
    try {
      this.#peer.addRemoteCandidate(candidate, sdpMid);
    } catch (error) {
      console.error(`candidate not taken: ${String(error)}`);
    }
  }

  /** An invalid description, an answer that comes twice for example, must not end the process that all tests share. */
  #takeDescription(description: { type: DescriptionType; sdp: string }, metadata: unknown): void {
    try {
      this.#handleDescription(description, metadata);
    } catch (error) {
      console.error(`description not taken: ${String(error)}`);
    }
  }

  #handleDescription(description: { type: DescriptionType; sdp: string }, metadata: unknown): void {
    const isOffer = description.type === 'offer';
    const collides = this.#isMakingOffer || this.#peer.signalingState() !== 'stable';
    if (isOffer && collides) return;
    this.#metadata = readMetadata(metadata);
    if (isOffer) this.#acceptLines(description.sdp);
    this.#peer.setRemoteDescription(description.sdp, description.type);
    if (isOffer) this.#peer.setLocalDescription('answer');
  }

  /** Accepts the lines that the client has added, before its offer is applied. */
  #acceptLines(sdp: string): void {
    for (const { mid, trackId } of this.#metadata.tracks ?? []) {
      const isOwn = this.#ownTracks.some((entry) => entry.mid === mid);
      const line = sdp.split(/^(?=m=)/mu).find((section) => section.includes(`a=mid:${mid}\r`));
      if (isOwn || line === undefined || this.#clientLines.has(mid)) continue;
      this.#clientLines.add(mid);
      if (trackId !== AUDIO_TRACK) {
        this.#errors.set(mid, 'UNKNOWN_TRACK_ID');
        continue;
      }
      const track = acceptAudio(this.#peer, line, this.state.quirks.audioCodec);
      if (track === undefined) this.#errors.set(mid, 'INVALID_CODECS');
      else {
        this.#kept.push(track);
        listen(track, (packet) => this.state.handleTalk(packet));
      }
    }
  }

  #sendDescription(sdp: string, type: DescriptionType): void {
    this.#isMakingOffer = false;
    this.#options.send({
      type: type === 'offer' ? 0 : 1,
      data: JSON.stringify({ type, sdp }),
      metadata: metadataFor(this.#metadata, this.#ownTracks, this.#errors),
    });
  }

  #sendCandidate(candidate: string, sdpMid: string): void {
    const line = candidate.replace(/^a=/u, '');
    this.#options.send({ type: 2, data: JSON.stringify({ candidate: line, sdpMid }) });
  }

  #takeChannel(channel: DataChannel): void {
    this.#kept.push(channel);
    // A stream to a port without a listener opens and stays silent; no port has one here.
    if (channel.getLabel() !== 'coap' && channel.getLabel() !== 'nabto-coap') return;
    const reply = (text: string): void => {
      try {
        channel.sendMessage(text);
      } catch (error) {
        // The client may have closed it meanwhile; an error in a callback of the library ends the process.
        if (channel.isOpen()) throw error;
      }
    };
    channel.onMessage((data) => {
      const incoming = readMessage(data);
      if (incoming === undefined) return;
      if ('reply' in incoming) {
        reply(incoming.reply);
        return;
      }
      const { request } = incoming;
      console.error(`request ${request.method} ${request.path}`);
      const result = answer(this, request);
      if (result === undefined) return;
      const send = (): void => reply(writeAnswer(request.requestId, result));
      // Answers overtake each other in the field: those of the echo come after those of later requests.
      if (request.path === '/echo') setImmediate(send);
      else send();
    });
  }

  close(): void {
    this.#peer.close();
  }
}
