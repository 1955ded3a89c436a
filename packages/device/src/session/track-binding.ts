/** @module One media line of a session with what flows on it. */
import { randomInt } from 'node:crypto';
import { RtpReceiver } from '../media/rtp/rtp-receiver.ts';
import { RtpSender } from '../media/rtp/rtp-sender.ts';
import type { MediaLine } from '../peer/media-line.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import type { SdpCodec } from '../sdp/sdp-media.ts';
import { matchCodecs, sinkCodecs, type CodecMatch } from './match-codec.ts';
import { directionOf } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

/** The media line of a mid: the one there is, else a new one. */
export type FindLine = (description: MediaLineDescription) => MediaLine;

/** What a {@link TrackBinding} needs. */
export interface TrackBindingOptions {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly trackId: string;
  readonly entry: CatalogEntry;
  /** What the line may carry; stays for its life. */
  readonly codecs: readonly SdpCodec[];
  /** The same for all tracks of a session, so that sound and picture are played in step. */
  readonly cname: string;
  readonly findLine: FindLine;
  /** The source is sent from now on, or no longer. */
  readonly handleSending: (isSending: boolean) => void;
  /** The line is gone: given up, or taken back with the description that it came with. */
  readonly handleClosed: () => void;
}

/** Which ways media flows, seen from the device. */
export interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

/** Neither way. */
export const NO_FLOW: Flow = { sends: false, receives: false };

const MAX_SSRC = 2 ** 32 - 1;

/** Ties a track to a line: says what may flow, and runs what the two sides have agreed on. */
export class TrackBinding {
  readonly trackId: string;
  readonly #entry: CatalogEntry;
  readonly #line: MediaLine;
  readonly #handleSending: (isSending: boolean) => void;
  #wasSending = false;
  #allowed: Flow = NO_FLOW;
  #sender: RtpSender | undefined;
  #receiver: RtpReceiver | undefined;

  constructor({ trackId, entry, findLine, handleSending, handleClosed, ...line }: TrackBindingOptions) {
    this.trackId = trackId;
    this.#entry = entry;
    this.#handleSending = handleSending;
    this.#line = findLine({ ...line, trackId, ssrc: randomInt(1, MAX_SSRC) });
    this.#line.on('closed', () => {
      this.stop();
      handleClosed();
    });
  }

  get mid(): string {
    return this.#line.mid;
  }

  /** What the line may carry. */
  get codecs(): readonly SdpCodec[] {
    return this.#line.description.codecs;
  }

  /** What the device says of the line in its next description. */
  get allowed(): Flow {
    return this.#allowed;
  }

  /** Whether the source is sent here. */
  get isSending(): boolean {
    return this.#sender?.isStarted ?? false;
  }

  /** Whether the source was ever sent here. */
  get hasSent(): boolean {
    return this.#sender !== undefined;
  }

  /** Says what may flow; what runs and no longer may stops at once. */
  allow(flow: Flow): void {
    this.#allowed = { sends: flow.sends, receives: flow.receives };
    this.#line.direction = directionOf(flow);
    if (!flow.sends) this.#sender?.stop();
    if (!flow.receives) this.#stopReceiving();
    this.#tellSending();
  }

  /** Whether the source can be sent as one of the codecs that the client takes on this line. */
  canSend(taken: readonly SdpCodec[]): boolean {
    return this.#sendable(taken).length > 0;
  }

  /** Whether what is sent here, or was to be, is no longer what the source gives. */
  get isOutdated(): boolean {
    const { codecs = [] } = this.#entry.source ?? {};
    const sent = this.#sender?.codec.name;
    const isKept =
      sent === undefined
        ? matchCodecs(codecs, this.codecs).length > 0
        : codecs.some(({ name }) => name === sent);
    return this.#allowed.sends && codecs.length > 0 && !isKept;
  }

  /** Runs what has been agreed on, as far as it is allowed; `taken` is what the client takes and sends on this line. */
  run({ sends, receives }: Flow, taken: readonly SdpCodec[]): void {
    if (sends && this.#allowed.sends) this.#startSending(taken);
    else this.#sender?.stop();
    if (receives && this.#allowed.receives) this.#startReceiving(taken);
    else this.#stopReceiving();
    this.#tellSending();
  }

  /** Stops what flows; the line stays. */
  stop(): void {
    this.allow(NO_FLOW);
  }

  /** Stops what flows and gives the line up. */
  close(): void {
    this.stop();
    this.#sender?.close();
    this.#line.close();
  }

  #tellSending(): void {
    if (this.isSending === this.#wasSending) return;
    this.#wasSending = this.isSending;
    this.#handleSending(this.isSending);
  }

  /** The sender stays what it is: another one would start another sequence of packets, which SRTP refuses. */
  #startSending(taken: readonly SdpCodec[]): void {
    const { source } = this.#entry;
    const line = this.#line;
    const { ssrc, cname } = line.description;
    const sendable = this.#sendable(taken);
    const [first] = sendable;
    if (source === undefined || first === undefined) return this.#sender?.stop();
    const { codec, as } = first;
    this.#sender ??= new RtpSender({ line, source, codec, payloadType: as.payloadType, ssrc, cname });
    const current = this.#sender.codec;
    if (sendable.some((match) => match.codec.name === current.name)) this.#sender.start();
    else this.#sender.stop();
  }

  #sendable(taken: readonly SdpCodec[]): readonly CodecMatch[] {
    return matchCodecs(this.#entry.source?.codecs ?? [], this.#carried(taken));
  }

  #startReceiving(taken: readonly SdpCodec[]): void {
    const { sink } = this.#entry;
    if (sink === undefined) return;
    const matches = matchCodecs(sinkCodecs(sink), this.#carried(taken));
    const codecs = new Map(matches.map(({ codec, as }) => [as.payloadType, codec] as const));
    const line = this.#line;
    const { ssrc, cname } = line.description;
    this.#receiver ??= new RtpReceiver({ line, sink, codecs, ssrc, cname });
  }

  /** Of what the client takes, what the line may carry. */
  #carried(taken: readonly SdpCodec[]): readonly SdpCodec[] {
    const numbers = new Set(this.codecs.map(({ payloadType }) => payloadType));
    return taken.filter(({ payloadType }) => numbers.has(payloadType));
  }

  #stopReceiving(): void {
    this.#receiver?.close();
    this.#receiver = undefined;
  }
}
