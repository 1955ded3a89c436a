/** @module Paces the packets of all lines of a connection: sound first, then repeated packets, then pictures. */
import type { Clock } from '@longwire/protocol';
import { PacketQueue, type QueuedPacket } from './packet-queue.ts';
import type { Probe } from './probe-control.ts';

/** What a queue carries, the most urgent first. Sound is never held back: it is little, and a gap in it is heard. */
export const PACED_KINDS = ['sound', 'repeat', 'picture'] as const;
export type PacedKind = (typeof PACED_KINDS)[number];

/** Options of {@link ConnectionPacer}. */
export interface ConnectionPacerOptions {
  readonly clock: Clock;
  /** The pace in bit/s. */
  readonly pace: () => number;
}

/** Options of {@link PacedQueue}. */
export interface PacedQueueOptions {
  readonly kind: PacedKind;
  /** Called when no packet was accepted for too long and the queue was dropped. */
  readonly onStuck: () => void;
  /** Sends a packet of padding for a probe; returns its size, or 0 if the stream cannot. */
  readonly pad?: () => number;
}

/** The interval between two parts of a burst, in milliseconds. Reason: finer timers cost more than they help. */
const TICK_MS = 5;

/** The time in which a burst is sent, in milliseconds, if the pace allows. Reason: less than a frame at 30 frames per second. */
const SPAN_MS = 25;

/** Most bytes that are sent at once. Reason: an ordinary frame at a few Mbit/s needs no timer, and network queues are longer. */
const BURST_BYTES = 24 * 1024;

/** Bytes that are sent at once at the beginning, before anything is known. Reason: a first picture; they fit into the queue of a line of 2 Mbit/s. */
const FIRST_BURST_BYTES = 36 * 1024;

/** The time whose share of the pace may be sent at once, in milliseconds. */
const BURST_MS = 20;

/** Fewest bytes that may be sent at once: two packets. */
const MIN_BURST_BYTES = 2_400;

/** Longest time in which nothing is accepted, in milliseconds. Reason: older packets are useless. */
const MAX_STUCK_MS = 1_000;

/** Most queued bytes of one stream. Reason: the largest stored group and more than half of another. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

const BITS_PER_BYTE_MS = 8_000;

/** One stream's place in the pacer. */
export interface PacedQueue {
  /** The bytes that wait. */
  readonly waiting: Pick<PacketQueue, 'bytes' | 'keyframeBytes' | 'isMidFrame' | 'isEmpty'>;
  /** Queues packets in order. */
  push(packets: readonly QueuedPacket[]): void;
  /** Drops the newest frames until at most `maxBytes` wait; returns whether any was dropped. */
  dropFrames(maxBytes: number): boolean;
  /** Drops everything. */
  clear(): void;
  /** Leaves the pacer. */
  close(): void;
}

interface Entry extends PacedQueueOptions {
  readonly packets: PacketQueue;
  progressMs: number;
}

/** Sends what all streams of one connection have queued. */
export class ConnectionPacer {
  readonly #clock: Clock;
  readonly #pace: () => number;
  /** In rotating order, so that streams of a kind take turns. */
  #entries: Entry[] = [];
  #budget = FIRST_BURST_BYTES;
  #budgetMs: number;
  /** The bytes per millisecond that send what waits in the time of a burst. */
  #smoothRate = BURST_BYTES / SPAN_MS;
  #probe: { readonly probe: Probe; leftBytes: number } | undefined;
  #stopTimer: (() => void) | undefined;

  constructor({ clock, pace }: ConnectionPacerOptions) {
    this.#clock = clock;
    this.#pace = pace;
    this.#budgetMs = clock.monotonic();
  }

  /** The id of the probe that the packets sent now belong to; 0 for none. */
  get probeId(): number {
    return this.#probe?.probe.id ?? 0;
  }

  /** The bytes that a stream of pictures can send in a time at the current pace, which it shares with the others that wait. */
  bytesIn(durationMs: number): number {
    const sharing = this.#entries.filter(({ kind, packets }) => kind === 'picture' && !packets.isEmpty);
    return (durationMs * this.#bytesPerMs) / Math.max(1, sharing.length);
  }

  /** Adds a stream. */
  open(options: PacedQueueOptions): PacedQueue {
    const entry: Entry = { ...options, packets: new PacketQueue(), progressMs: 0 };
    const { packets } = entry;
    this.#entries.push(entry);
    return {
      waiting: packets,
      push: (queued) => this.#push(entry, queued),
      dropFrames: (maxBytes) => packets.dropFrames(maxBytes),
      clear: () => {
        packets.clear();
        this.#stopIfIdle();
      },
      close: () => {
        packets.clear();
        this.#entries = this.#entries.filter((other) => other !== entry);
        this.#stopIfIdle();
      },
    };
  }

  /** Marks the next packets as a probe; a padded one is sent at its rate, with padding where nothing waits. */
  probe(probe: Probe): void {
    this.#probe = { probe, leftBytes: probe.bytes };
    if (!probe.isPadded) return;
    // Not more at once than in one interval: a burst would measure nothing.
    this.#budget = Math.min(this.#budget, (probe.bitsPerSecond / BITS_PER_BYTE_MS) * TICK_MS);
    this.#budgetMs = this.#clock.monotonic();
    if (this.#stopTimer === undefined) this.#send();
  }

  #push(entry: Entry, queued: readonly QueuedPacket[]): void {
    const { packets } = entry;
    if (packets.isEmpty) entry.progressMs = this.#clock.monotonic();
    packets.push(queued);
    const waiting = this.#entries.reduce((sum, other) => sum + other.packets.bytes, 0);
    this.#smoothRate = Math.max(waiting, BURST_BYTES) / SPAN_MS;
    if (packets.bytes > MAX_QUEUED_BYTES) this.#giveUp(entry);
    else if (this.#stopTimer === undefined || entry.kind === 'sound') this.#send();
  }

  get #bytesPerMs(): number {
    return this.#pace() / BITS_PER_BYTE_MS;
  }

  #earn(nowMs: number): void {
    const probe = this.#isProbing ? this.#probe?.probe : undefined;
    const pace = this.#bytesPerMs;
    const rate =
      probe === undefined ? Math.min(pace, this.#smoothRate) : probe.bitsPerSecond / BITS_PER_BYTE_MS;
    // A timer that is late must not make a probe slower than it says.
    const lateMs = probe === undefined ? TICK_MS * 2 : BURST_MS;
    const most = Math.max(MIN_BURST_BYTES, Math.min(BURST_BYTES, pace * BURST_MS), rate * lateMs);
    // The first burst may be larger, until it has been used.
    if (this.#budget < most) this.#budget = Math.min(this.#budget + (nowMs - this.#budgetMs) * rate, most);
    this.#budgetMs = nowMs;
  }

  #send(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const nowMs = this.#clock.monotonic();
    this.#earn(nowMs);
    const blocked = new Set<Entry>();
    for (let entry = this.#next(blocked); entry !== undefined; entry = this.#next(blocked)) {
      const bytes = entry.packets.sendNext();
      if (bytes === 0) {
        blocked.add(entry);
        continue;
      }
      entry.progressMs = nowMs;
      this.#spend(bytes, entry.kind);
    }
    this.#pad();
    for (const entry of blocked) if (nowMs - entry.progressMs > MAX_STUCK_MS) this.#giveUp(entry);
    const isIdle = this.#entries.every(({ packets }) => packets.isEmpty) && !this.#isProbing;
    if (!isIdle) this.#stopTimer = this.#clock.schedule(TICK_MS, () => this.#send());
  }

  /** The next stream to send: sound in any case, others within the budget. */
  #next(blocked: ReadonlySet<Entry>): Entry | undefined {
    for (const kind of PACED_KINDS) {
      if (kind !== 'sound' && this.#budget <= 0) return undefined;
      const index = this.#entries.findIndex(
        (entry) => entry.kind === kind && !entry.packets.isEmpty && !blocked.has(entry),
      );
      const entry = this.#entries[index];
      if (entry === undefined) continue;
      if (kind === 'picture' && this.#entries.length > 1) {
        this.#entries.splice(index, 1);
        this.#entries.push(entry);
      }
      return entry;
    }
    return undefined;
  }

  #spend(bytes: number, kind: PacedKind): void {
    this.#budget -= bytes;
    // Only the first sending of a picture is reported as part of the probe.
    if (this.#probe === undefined || kind !== 'picture') return;
    this.#probe.leftBytes -= bytes;
    if (this.#probe.leftBytes <= 0) this.#probe = undefined;
  }

  get #isProbing(): boolean {
    return this.#probe !== undefined && this.#probe.probe.isPadded;
  }

  #pad(): void {
    while (this.#isProbing && this.#budget > 0) {
      const isWaiting = this.#entries.some(({ packets }) => !packets.isEmpty);
      if (isWaiting) return;
      const bytes = this.#entries.reduce((sent, { pad }) => (sent === 0 ? (pad?.() ?? 0) : sent), 0);
      if (bytes === 0) this.#probe = undefined;
      else this.#spend(bytes, 'picture');
    }
  }

  #giveUp({ packets, onStuck }: Entry): void {
    packets.clear();
    onStuck();
  }

  #stopIfIdle(): void {
    if (this.#isProbing || this.#entries.some(({ packets }) => !packets.isEmpty)) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }
}
