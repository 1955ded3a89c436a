/** @module Sends one source on one media line. */
import type { MediaFrame, MediaSource, Subscription } from './media-source.ts';
import { setUpPacketizer, type PacketizerOptions, type RtpClock } from './packetizer.ts';
import { asksForPicture } from './picture-request.ts';

/** What an {@link RtpSender} needs. */
export interface RtpSenderOptions extends Omit<PacketizerOptions, 'codec'> {
  readonly source: MediaSource;
  readonly steadyMs?: () => number;
}

/** Not more pictures on request than this, in milliseconds. Reason: a client asks again until one has arrived. */
const MIN_REFRESH_INTERVAL_MS = 300;

/** One viewer of a source: the line it is shown on. It can stop and start again; its packets stay one sequence. */
export class RtpSender {
  readonly #options: RtpSenderOptions;
  readonly #clock: RtpClock;
  readonly #steadyMs: () => number;
  readonly #offs: readonly (() => void)[];
  /** The RTP time of the first frame, modulo 2^32. */
  readonly #offset = Math.floor(Math.random() * 2 ** 32);
  #originMs: number | undefined;
  #lastTicks = -1;
  #subscription: Subscription | undefined;
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #isWanted = false;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
    const { line, source } = options;
    this.#clock = setUpPacketizer({ ...options, codec: source.codec });
    this.#offs = [
      line.on('open', () => this.#subscribe()),
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
    ];
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
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    for (const off of this.#offs) off();
  }

  #subscribe(): void {
    if (!this.#isWanted || this.#subscription !== undefined) return;
    this.#subscription = this.#options.source.subscribe((frame) => this.#send(frame));
  }

  #send({ data, timeMs }: MediaFrame): void {
    this.#originMs ??= timeMs;
    const ticks = Math.round(((timeMs - this.#originMs) / 1000) * this.#options.source.codec.clockRate);
    this.#lastTicks = Math.max(ticks, this.#lastTicks + 1);
    this.#clock.timestamp = (this.#offset + this.#lastTicks) % 2 ** 32;
    this.#options.line.send(data);
  }

  #handlePacket(packet: Uint8Array): void {
    if (this.#subscription === undefined || !asksForPicture(packet, this.#options.ssrc)) return;
    const nowMs = this.#steadyMs();
    if (nowMs - this.#refreshedMs < MIN_REFRESH_INTERVAL_MS) return;
    this.#refreshedMs = nowMs;
    this.#subscription.refresh();
  }
}
