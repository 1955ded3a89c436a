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

/** One viewer of a source: the line it is shown on. */
export class RtpSender {
  readonly #options: RtpSenderOptions;
  readonly #clock: RtpClock;
  readonly #steadyMs: () => number;
  readonly #offs: (() => void)[] = [];
  /** The RTP time of the source's time 0, modulo 2^32. */
  readonly #offset = Math.floor(Math.random() * 2 ** 32);
  #originMs: number | undefined;
  #subscription: Subscription | undefined;
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
    const { line, source } = options;
    this.#clock = setUpPacketizer({ ...options, codec: source.codec });
    this.#offs.push(
      line.on('open', () => this.#start()),
      line.on('packet', (packet) => this.#handlePacket(packet)),
      line.on('closed', () => this.close()),
    );
    if (line.isOpen) this.#start();
  }

  /** Stops sending; again does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const off of this.#offs) off();
    this.#subscription?.close();
  }

  #start(): void {
    if (this.#isClosed || this.#subscription !== undefined) return;
    this.#subscription = this.#options.source.subscribe((frame) => this.#send(frame));
  }

  #send({ data, timeMs }: MediaFrame): void {
    if (this.#isClosed) return;
    this.#originMs ??= timeMs;
    const ticks = Math.round(((timeMs - this.#originMs) / 1000) * this.#options.source.codec.clockRate);
    this.#clock.timestamp = (this.#offset + ticks) % 2 ** 32;
    this.#options.line.send(data);
  }

  #handlePacket(packet: Uint8Array): void {
    if (!asksForPicture(packet, this.#options.ssrc)) return;
    const nowMs = this.#steadyMs();
    if (nowMs - this.#refreshedMs < MIN_REFRESH_INTERVAL_MS) return;
    this.#refreshedMs = nowMs;
    this.#subscription?.refresh();
  }
}
