/** @module Sends one source on one media line. */
import { systemClock, type Clock } from '../clock.ts';
import type { MediaCodec, MediaFrame, MediaSource, Subscription } from '../media-source.ts';
import { MAX_LOST, readFeedback } from './feedback.ts';
import type { RtpLine } from './rtp-line.ts';
import { RtpStream } from './rtp-stream.ts';

/** What an {@link RtpSender} needs. */
export interface RtpSenderOptions {
  readonly line: RtpLine;
  readonly source: MediaSource;
  /** One of the source's. */
  readonly codec: MediaCodec;
  /** As negotiated on this line. */
  readonly payloadType: number;
  readonly ssrc: number;
  readonly cname: string;
  readonly clock?: Clock;
}

/** One viewer of a source: the line it is shown on. It can stop and start again; its packets stay one sequence. */
export class RtpSender {
  readonly #options: RtpSenderOptions;
  readonly #stream: RtpStream;
  readonly #offs: readonly (() => void)[];
  #subscription: Subscription | undefined;
  #isWanted = false;
  /** Packets were thrown away: what builds on them cannot be decoded. */
  #isWaitingForKeyframe = false;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    const { line, clock = systemClock } = options;
    this.#stream = new RtpStream({
      ...options,
      clock,
      onStuck: () => (this.#isWaitingForKeyframe = true),
    });
    this.#offs = [
      line.on('open', () => this.#subscribe()),
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
    ];
  }

  /** What it sends. */
  get codec(): MediaCodec {
    return this.#options.codec;
  }

  /** Whether it sends, or will as soon as the line is open. */
  get isStarted(): boolean {
    return this.#isWanted;
  }

  /** Sends from now on, or from when the line is open; again does nothing. */
  start(): void {
    this.#isWanted = true;
    if (this.#options.line.isOpen) this.#subscribe();
  }

  /** Stops sending; again does nothing. */
  stop(): void {
    this.#isWanted = false;
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#stream.clear();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    for (const off of this.#offs) off();
  }

  #subscribe(): void {
    if (!this.#isWanted || this.#subscription !== undefined) return;
    const { source, codec } = this.#options;
    this.#subscription = source.subscribe((frame) => this.#send(frame), codec);
  }

  #send(frame: MediaFrame): void {
    if (this.#isWaitingForKeyframe && !frame.isKeyframe) return;
    this.#isWaitingForKeyframe = false;
    this.#stream.send(frame);
  }

  #handlePacket(packet: Uint8Array): void {
    if (this.#subscription === undefined) return;
    const maxLost = this.#stream.canResend ? MAX_LOST : 0;
    const { asksForPicture, lost } = readFeedback(packet, this.#options.ssrc, maxLost);
    this.#stream.resend(lost);
    if (asksForPicture) this.#subscription.refresh();
  }
}
