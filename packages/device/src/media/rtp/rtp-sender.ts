/** @module Sends one source on one media line. */
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../../time/system-clock.ts';
import type { QualityControl } from '../ladder/quality-control.ts';
import type { MediaCodec, MediaFrame, MediaSource, Subscription } from '../media-source.ts';
import { MAX_LOST, readFeedback } from './feedback.ts';
import type { RtpLine } from './rtp-line.ts';
import { RtpStream } from './rtp-stream.ts';

/** Options of {@link RtpSender}. */
export interface RtpSenderOptions {
  readonly line: RtpLine;
  readonly source: MediaSource;
  /** One of the source's codecs. */
  readonly codec: MediaCodec;
  /** The payload type negotiated for this line. */
  readonly payloadType: number;
  readonly ssrc: number;
  readonly cname: string;
  /** What the viewer wants of a picture; undefined for sound. */
  readonly quality?: QualityControl | undefined;
  readonly clock?: Clock;
}

/** Shortest time between two requests for a keyframe because frames were dropped, in milliseconds. Reason: each costs every viewer. */
const MIN_REQUEST_INTERVAL_MS = 4_000;

/** The time over which the rate of the source is measured, in milliseconds. */
const RATE_WINDOW_MS = 1_000;

/** Sends a source to one viewer. It can stop and start again; the sequence numbers continue. */
export class RtpSender {
  readonly #options: RtpSenderOptions;
  readonly #stream: RtpStream;
  readonly #clock: Clock;
  readonly #unsubscribers: readonly (() => void)[];
  #subscription: Subscription | undefined;
  #isWanted = false;
  /** Whether packets were dropped, so that frames before the next keyframe cannot be decoded. */
  #isWaitingForKeyframe = false;
  #requestedMs = Number.NEGATIVE_INFINITY;
  /** What the source has sent since a time; a source with several levels states what it wants. */
  #offered: { readonly sinceMs: number; bytes: number } | 'stated' | undefined;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    const { line, clock = systemClock } = options;
    this.#clock = clock;
    this.#stream = new RtpStream({
      ...options,
      clock,
      onStuck: () => (this.#isWaitingForKeyframe = true),
    });
    this.#unsubscribers = [
      line.on('open', () => this.#subscribe()),
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
      line.bandwidth.on('resume', () => this.#resume()),
    ];
  }

  /** The codec that is sent. */
  get codec(): MediaCodec {
    return this.#options.codec;
  }

  /** Whether it is sending, or will when the line opens. */
  get isStarted(): boolean {
    return this.#isWanted;
  }

  /** Starts to send, now or when the line opens. Idempotent. */
  start(): void {
    this.#isWanted = true;
    if (this.#options.line.isOpen) this.#subscribe();
  }

  /** Stops sending. Idempotent. */
  stop(): void {
    this.#isWanted = false;
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#stream.clear();
    this.#offered = undefined;
    this.#options.line.bandwidth.want(this, undefined);
  }

  /** Stops permanently. */
  close(): void {
    this.stop();
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#stream.close();
  }

  #subscribe(): void {
    if (!this.#isWanted || this.#subscription !== undefined) return;
    const { source, codec, line, quality } = this.#options;
    const { bandwidth } = line;
    const viewerLine = quality && {
      bandwidth,
      quality,
      want: (bitsPerSecond: number) => {
        this.#offered = 'stated';
        bandwidth.want(this, bitsPerSecond);
      },
    };
    this.#subscription = source.subscribe((frame) => this.#send(frame), codec, viewerLine);
  }

  #send(frame: MediaFrame): void {
    this.#measure(frame);
    if (this.#isWaitingForKeyframe && !frame.isKeyframe) return this.#requestKeyframe();
    this.#isWaitingForKeyframe = !this.#stream.send(frame);
  }

  /** States the rate of the source, so that congestion control finds out whether the network carries it. */
  #measure({ data, payloads = [] }: MediaFrame): void {
    if (this.#offered === 'stated' || this.#options.codec.kind === 'audio') return;
    const nowMs = this.#clock.monotonic();
    this.#offered ??= { sinceMs: nowMs, bytes: 0 };
    this.#offered.bytes += payloads.reduce((sum, { length }) => sum + length, data.length);
    const elapsedMs = nowMs - this.#offered.sinceMs;
    if (elapsedMs < RATE_WINDOW_MS) return;
    this.#options.line.bandwidth.want(this, (this.#offered.bytes * 8_000) / elapsedMs);
    this.#offered = { sinceMs: nowMs, bytes: 0 };
  }

  /** Asks the source for a keyframe after dropped frames, rarely. */
  #requestKeyframe(): void {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#requestedMs < MIN_REQUEST_INTERVAL_MS) return;
    this.#requestedMs = nowMs;
    this.#subscription?.refresh({ maxBytes: 0 });
  }

  #handlePacket(packet: Uint8Array): void {
    if (this.#subscription === undefined) return;
    const maxLost = this.#stream.canResend ? MAX_LOST : 0;
    const { asksForPicture, lost } = readFeedback(packet, this.#options.ssrc, maxLost);
    this.#stream.resend(lost);
    // After an outage the reports that end it follow the request at once.
    if (asksForPicture && !this.#options.line.transport.isInterrupted) this.#refresh();
  }

  /** Starts again with a keyframe after an outage: what waits belongs to pictures whose beginning is lost. The viewer asks for one only after it has waited for that. */
  #resume(): void {
    if (this.#options.codec.kind !== 'video') return;
    this.#stream.clear();
    this.#isWaitingForKeyframe = true;
    this.#refresh();
  }

  /** Sends the picture again, unless a keyframe still waits. */
  #refresh(): void {
    if (this.#options.codec.kind === 'video' && !this.#stream.hasQueuedKeyframe)
      this.#subscription?.refresh({ maxBytes: this.#stream.replayRoom });
  }
}
