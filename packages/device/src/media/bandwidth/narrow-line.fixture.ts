/** @module A simulated line between a transport and its viewer: a rate, a queue, a delay, loss, other traffic, and reports of arrival. */
import type { ManualClock } from '@longwire/testing/clock';
import { isRtcpType } from '../rtp/rtp-packet.ts';
import { plus, stepsBetween } from '../rtp/sequence-number.ts';
import { writeTransportFeedback } from '../rtp/transport-feedback.fixture.ts';

/** The quality of a line. */
export interface LineQuality {
  readonly bitsPerSecond: number;
  /** The longest queue, in milliseconds at the rate. */
  readonly queueMs: number;
  /** One way, in milliseconds. */
  readonly delayMs: number;
  readonly lossShare?: number;
  /** Each packet takes up to this much longer, in milliseconds, so that their order changes. */
  readonly jitterMs?: number;
  /** Whether a packet that took longer holds back those behind it, so that their order stays. */
  readonly keepsOrder?: boolean;
}

/** A packet on the line; what others send has no bytes of ours. */
interface Passenger {
  readonly bytes: number;
  readonly deliver: (atMs: number) => void;
  readonly lose: () => void;
}

/** Bytes of UDP, IP and SRTP around a packet. */
const OVERHEAD_BYTES = 38;
/** How often the viewer reports, in milliseconds: as Chromium does. */
const REPORT_MS = 50;
/** How long the viewer remembers an arrival, in milliseconds: as Chromium does. */
const REMEMBERED_MS = 500;
/** The viewer's clock is this far ahead, in milliseconds. */
const CLOCK_OFFSET_MS = 123_456;

/** A generator of numbers from 0 to 1 that repeats for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One line, advanced in steps of a millisecond. */
export class NarrowLine {
  quality: LineQuality;
  /** Called with each report, after the delay back. */
  handleReport: (packet: Uint8Array) => void = () => undefined;
  /** Whether the viewer drops a packet unread. */
  isDropped: (packet: Uint8Array) => boolean = () => false;
  /** Packets of the transport that arrived, with their sizes. */
  readonly arrived: { readonly atMs: number; readonly bytes: number; readonly packet: Uint8Array }[] = [];
  /** Everything the transport sent. */
  readonly offered: { readonly atMs: number; readonly bytes: number; readonly packet: Uint8Array }[] = [];
  readonly #clock: ManualClock;
  readonly #random: () => number;
  readonly #queue: Passenger[] = [];
  #queuedBytes = 0;
  #credit = 0;
  /** When the packet before arrives, where the order stays. */
  #arrivesMs = 0;
  /** The arrivals that the viewer remembers, by transport sequence. */
  readonly #receivedMs = new Map<number, number>();
  #reportedMs = 0;
  #reports = 0;
  /** The first packet of the next report. */
  #nextSequence = 0;

  constructor(clock: ManualClock, quality: LineQuality, seed = 1) {
    this.#clock = clock;
    this.quality = quality;
    this.#random = seededRandom(seed);
  }

  /** How long a packet sent now would wait, in milliseconds. */
  get waitMs(): number {
    return (this.#queuedBytes * 8_000) / this.quality.bitsPerSecond;
  }

  /** Takes a packet of the transport. */
  send(packet: Uint8Array): boolean {
    const bytes = packet.length + OVERHEAD_BYTES;
    this.offered.push({ atMs: this.#clock.monotonic(), bytes, packet });
    this.carry({
      bytes,
      deliver: (atMs) => this.#arrive(packet, bytes, atMs),
      lose: () => undefined,
    });
    return true;
  }

  /** Takes a packet of anyone. */
  carry(passenger: Passenger): void {
    const { queueMs, lossShare = 0 } = this.quality;
    if (this.waitMs > queueMs || this.#random() < lossShare) return passenger.lose();
    this.#queue.push(passenger);
    this.#queuedBytes += passenger.bytes;
  }

  /** Advances by one millisecond. */
  step(): void {
    this.#clock.advance(1);
    const nowMs = this.#clock.monotonic();
    this.#credit += this.quality.bitsPerSecond / 8_000;
    for (let next = this.#queue[0]; next !== undefined && this.#credit >= next.bytes; next = this.#queue[0]) {
      this.#queue.shift();
      this.#queuedBytes -= next.bytes;
      this.#credit -= next.bytes;
      const { deliver } = next;
      this.#clock.schedule(this.#delayMs, () => deliver(this.#clock.monotonic()));
    }
    if (this.#queue.length === 0) this.#credit = 0;
    if (nowMs - this.#reportedMs >= REPORT_MS) this.#report(nowMs);
  }

  get #delayMs(): number {
    const { delayMs, jitterMs = 0, keepsOrder = false } = this.quality;
    if (jitterMs === 0) return delayMs;
    const ownMs = delayMs + Math.round(this.#random() * jitterMs);
    if (!keepsOrder) return ownMs;
    const nowMs = this.#clock.monotonic();
    this.#arrivesMs = Math.max(this.#arrivesMs, nowMs + ownMs);
    return this.#arrivesMs - nowMs;
  }

  #arrive(packet: Uint8Array, bytes: number, atMs: number): void {
    if (this.isDropped(packet)) return;
    this.arrived.push({ atMs, bytes, packet });
    const view = Buffer.from(packet.buffer, packet.byteOffset, packet.length);
    if (isRtcpType(view.readUInt8(1)) || (view.readUInt8(0) & 0x10) === 0) return;
    const sequence = view.readUInt16BE(17);
    // SRTP drops a packet that has arrived before.
    if (this.#receivedMs.has(sequence)) return;
    this.#receivedMs.set(sequence, atMs);
    // A late one is reported together with all that follow it.
    if (stepsBetween(sequence, this.#nextSequence) > 0) this.#nextSequence = sequence;
  }

  #report(nowMs: number): void {
    this.#reportedMs = nowMs;
    for (const [sequence, atMs] of this.#receivedMs)
      if (nowMs - atMs > REMEMBERED_MS) this.#receivedMs.delete(sequence);
    const base = this.#nextSequence;
    const steps = [...this.#receivedMs.keys()].map((sequence) => stepsBetween(base, sequence));
    const count = Math.max(...steps) + 1;
    if (count <= 0) return;
    const packet = writeTransportFeedback({
      base,
      arrivals: Array.from({ length: count }, (_, index) => {
        const receivedMs = this.#receivedMs.get(plus(base, index));
        return receivedMs === undefined ? undefined : receivedMs + CLOCK_OFFSET_MS;
      }),
      counter: this.#reports,
    });
    this.#reports += 1;
    this.#nextSequence = plus(base, count);
    this.#clock.schedule(this.quality.delayMs, () => this.handleReport(packet));
  }
}

/** How a download over TCP finds its rate: until packets are lost (Reno), or until there is a short queue, which it lets empty now and then (as BBR does). */
export type TcpControl = 'loss' | 'delay';

/** The queue that a download by delay keeps, and how long and how often it lets it empty, in milliseconds. */
const KEPT_QUEUE_MS = 80;
const EMPTYING_MS = 200;
const EMPTYING_INTERVAL_MS = 10_000;

/** A download over TCP beside the media, for as long as the line is advanced. */
export class TcpFlow {
  #window = 10;
  #inFlight = 0;
  #reducedMs = Number.NEGATIVE_INFINITY;
  receivedBytes = 0;
  readonly #line: NarrowLine;
  readonly #clock: ManualClock;
  readonly #control: TcpControl;

  constructor(clock: ManualClock, line: NarrowLine, control: TcpControl) {
    this.#clock = clock;
    this.#line = line;
    this.#control = control;
  }

  /** Sends what it may now. */
  send(): void {
    while (this.#maySend) {
      this.#inFlight += 1;
      this.#line.carry({
        bytes: 1_500,
        deliver: () => {
          this.receivedBytes += 1_500;
          this.#clock.schedule(this.#line.quality.delayMs, () => {
            this.#inFlight -= 1;
            this.#window += 1 / this.#window;
          });
        },
        lose: () => this.#clock.schedule(4 * this.#line.quality.delayMs, () => this.#handleLoss()),
      });
    }
  }

  get #maySend(): boolean {
    if (this.#control === 'loss') return this.#inFlight < this.#window;
    return this.#clock.monotonic() % EMPTYING_INTERVAL_MS > EMPTYING_MS && this.#line.waitMs < KEPT_QUEUE_MS;
  }

  #handleLoss(): void {
    this.#inFlight -= 1;
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#reducedMs < 4 * this.#line.quality.delayMs) return;
    this.#reducedMs = nowMs;
    this.#window = Math.max(2, this.#window / 2);
  }
}
