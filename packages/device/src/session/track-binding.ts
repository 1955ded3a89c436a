/** @module Binds a track to a media line of a session. */
import { randomInt } from 'node:crypto';
import type { Estimate } from '../media/bandwidth/bandwidth-estimate.ts';
import type { QualityControl } from '../media/ladder/quality-control.ts';
import { RtpReceiver } from '../media/rtp/rtp-receiver.ts';
import { RtpSender } from '../media/rtp/rtp-sender.ts';
import type { MediaLine } from '../peer/media-line.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import type { SdpCodec } from '../sdp/sdp-media.ts';
import { matchCodecs, sinkCodecs, type CodecMatch } from './match-codec.ts';
import { directionOf } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

/** Returns the media line with a mid; creates it if necessary. */
export type FindLine = (description: MediaLineDescription) => MediaLine;

/** Options of {@link TrackBinding}. */
export interface TrackBindingOptions {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly trackId: string;
  readonly entry: CatalogEntry;
  /** The codecs that the line may carry; fixed for its lifetime. */
  readonly codecs: readonly SdpCodec[];
  /** The same for all tracks of a session, so that audio and video play in sync. */
  readonly cname: string;
  readonly findLine: FindLine;
  /** What the client wants of the track's picture. */
  readonly quality: QualityControl;
  /** Called when sending the source starts or stops. */
  readonly handleSending: (isSending: boolean) => void;
  /** Called when the line has closed: released, or rolled back with the description that added it. */
  readonly handleClosed: () => void;
}

/** The directions in which media flows, from the device's view. */
export interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

/** No media in either direction. */
export const NO_FLOW: Flow = { sends: false, receives: false };

const MAX_SSRC = 2 ** 32 - 1;

/** Binds a track to a line: sets the allowed flow and runs the negotiated one. */
export class TrackBinding {
  readonly trackId: string;
  readonly #entry: CatalogEntry;
  readonly #line: MediaLine;
  readonly #quality: QualityControl;
  readonly #handleSending: (isSending: boolean) => void;
  #wasSending = false;
  #allowed: Flow = NO_FLOW;
  #sender: RtpSender | undefined;
  #receiver: RtpReceiver | undefined;

  constructor(options: TrackBindingOptions) {
    const { trackId, entry, findLine, quality, handleSending, handleClosed, ...line } = options;
    this.trackId = trackId;
    this.#quality = quality;
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

  /** The estimate for the line's peer connection. */
  get estimate(): Estimate {
    return this.#line.bandwidth.current;
  }

  /** The codecs that the line may carry. */
  get codecs(): readonly SdpCodec[] {
    return this.#line.description.codecs;
  }

  /** The flow that the device's next description allows on the line. */
  get allowed(): Flow {
    return this.#allowed;
  }

  /** Whether the source is currently sent on this line. */
  get isSending(): boolean {
    return this.#sender?.isStarted ?? false;
  }

  /** Whether the source was ever sent on this line. */
  get hasSent(): boolean {
    return this.#sender !== undefined;
  }

  /** Sets the allowed flow and immediately stops media that is no longer allowed. */
  allow(flow: Flow): void {
    this.#allowed = { sends: flow.sends, receives: flow.receives };
    this.#line.direction = directionOf(flow);
    if (!flow.sends) this.#sender?.stop();
    if (!flow.receives) this.#stopReceiving();
    this.#reportSending();
  }

  /** Sets the flow that the user's rights still allow: what is no longer allowed stops, and received audio that has not been played is dropped. */
  withdraw(flow: Flow): void {
    if (!flow.receives) this.#receiver?.close(true);
    this.allow(flow);
  }

  /** Whether the source has one of the codecs that the client accepts on this line. */
  canSend(taken: readonly SdpCodec[]): boolean {
    return this.#sendable(taken).length > 0;
  }

  /** Whether the source no longer has the codec that is sent, or planned, on this line. */
  get isOutdated(): boolean {
    const { codecs = [] } = this.#entry.source ?? {};
    const sent = this.#sender?.codec.name;
    const isKept =
      sent === undefined
        ? matchCodecs(codecs, this.codecs).length > 0
        : codecs.some(({ name }) => name === sent);
    return this.#allowed.sends && codecs.length > 0 && !isKept;
  }

  /** Runs the negotiated flow as far as it is allowed; `taken` are the client's codecs for this line. */
  run({ sends, receives }: Flow, taken: readonly SdpCodec[]): void {
    if (sends && this.#allowed.sends) this.#startSending(taken);
    else this.#sender?.stop();
    if (receives && this.#allowed.receives) this.#startReceiving(taken);
    else this.#stopReceiving();
    this.#reportSending();
  }

  /** Stops all media; the line stays. */
  stop(): void {
    this.allow(NO_FLOW);
  }

  /** Stops all media and closes the line. */
  close(): void {
    this.stop();
    this.#sender?.close();
    this.#line.close();
  }

  #reportSending(): void {
    if (this.isSending === this.#wasSending) return;
    this.#wasSending = this.isSending;
    this.#handleSending(this.isSending);
  }

  /** Keeps the first sender: a new one would restart the sequence numbers, which SRTP rejects as replay. */
  #startSending(taken: readonly SdpCodec[]): void {
    const { source } = this.#entry;
    const line = this.#line;
    const { ssrc, cname } = line.description;
    const sendable = this.#sendable(taken);
    const [first] = sendable;
    if (source === undefined || first === undefined) return this.#sender?.stop();
    const { codec, as } = first;
    const quality = codec.kind === 'video' ? this.#quality : undefined;
    const { payloadType } = as;
    this.#sender ??= new RtpSender({ line, source, codec, payloadType, ssrc, cname, quality });
    const current = this.#sender.codec;
    if (sendable.some((match) => match.codec.name === current.name)) this.#sender.start();
    else this.#sender.stop();
  }

  #sendable(taken: readonly SdpCodec[]): readonly CodecMatch[] {
    return matchCodecs(this.#entry.source?.codecs ?? [], this.#allowedCodecs(taken));
  }

  #startReceiving(taken: readonly SdpCodec[]): void {
    const { sink } = this.#entry;
    if (sink === undefined) return;
    const matches = matchCodecs(sinkCodecs(sink), this.#allowedCodecs(taken));
    const codecs = new Map(matches.map(({ codec, as }) => [as.payloadType, codec] as const));
    const line = this.#line;
    const { ssrc, cname } = line.description;
    this.#receiver ??= new RtpReceiver({ line, sink, codecs, ssrc, cname });
  }

  /** Those of the client's codecs that the line may carry. */
  #allowedCodecs(taken: readonly SdpCodec[]): readonly SdpCodec[] {
    const numbers = new Set(this.codecs.map(({ payloadType }) => payloadType));
    return taken.filter(({ payloadType }) => numbers.has(payloadType));
  }

  #stopReceiving(): void {
    this.#receiver?.close();
    this.#receiver = undefined;
  }
}
