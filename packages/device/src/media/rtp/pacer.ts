/** @module Paces the packets for one viewer, so that a keyframe or a whole group does not overflow network buffers. */
import type { Clock } from '@longwire/protocol';

/** A queued packet. */
export interface PacedPacket {
  readonly bytes: number;
  /** Sends the packet; returns false if it cannot be sent now. */
  send(): boolean;
}

/** Options of {@link Pacer}. */
export interface PacerOptions {
  readonly clock: Clock;
  /** Called when the viewer has accepted no packet for too long and the queue was dropped. */
  readonly onStuck: () => void;
}

/** The interval between two parts of a burst, in milliseconds. Reason: finer timers cost more than they help. */
const TICK_MS = 5;

/** The time in which a burst is sent, in milliseconds, unless {@link MAX_BYTES_PER_MS} limits it. Reason: less than a frame at 30 frames per second. */
const SPAN_MS = 25;

/** Bytes that are sent immediately. Reason: an ordinary frame at a few Mbit/s needs no timer, and network queues are longer. */
const BURST_BYTES = 24 * 1024;

/** Most bytes per millisecond: 100 Mbit/s. Reason: a replayed group of several megabytes would overflow the receiver's socket. */
const MAX_BYTES_PER_MS = 12_500;

/** Longest time that a viewer may accept nothing, in milliseconds. Reason: older packets are useless. */
const MAX_STUCK_MS = 1_000;

/** Most queued bytes for one viewer. Reason: the largest stored group and more than half of another. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** The packet queue of one viewer. */
export class Pacer {
  readonly #clock: Clock;
  readonly #onStuck: () => void;
  #queue: PacedPacket[] = [];
  /** The index of the next packet to send. */
  #head = 0;
  #queuedBytes = 0;
  #bytesPerMs = 0;
  /** Bytes that may be sent now; grows over time up to one burst. */
  #budget = BURST_BYTES;
  #budgetMs: number;
  #progressMs: number;
  #stopTimer: (() => void) | undefined;

  constructor({ clock, onStuck }: PacerOptions) {
    this.#clock = clock;
    this.#onStuck = onStuck;
    this.#budgetMs = clock.monotonic();
    this.#progressMs = this.#budgetMs;
  }

  /** Queues packets in order. */
  push(packets: readonly PacedPacket[]): void {
    const nowMs = this.#clock.monotonic();
    if (this.#queuedBytes === 0) this.#progressMs = nowMs;
    for (const packet of packets) {
      this.#queue.push(packet);
      this.#queuedBytes += packet.bytes;
    }
    this.#bytesPerMs = Math.min(
      Math.max(this.#queuedBytes / SPAN_MS, BURST_BYTES / SPAN_MS),
      MAX_BYTES_PER_MS,
    );
    if (this.#stopTimer === undefined) this.#send();
    else if (this.#queuedBytes > MAX_QUEUED_BYTES) this.#giveUp();
  }

  /** Drops all queued packets. */
  clear(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#queue = [];
    this.#head = 0;
    this.#queuedBytes = 0;
  }

  #send(): void {
    const nowMs = this.#clock.monotonic();
    const earned = (nowMs - this.#budgetMs) * Math.max(this.#bytesPerMs, BURST_BYTES / SPAN_MS);
    this.#budget = Math.min(this.#budget + earned, Math.max(BURST_BYTES, this.#bytesPerMs * TICK_MS * 2));
    this.#budgetMs = nowMs;
    while (this.#budget > 0) {
      const packet = this.#queue[this.#head];
      if (packet === undefined) return this.clear();
      if (!packet.send()) break;
      this.#head += 1;
      this.#queuedBytes -= packet.bytes;
      this.#budget -= packet.bytes;
      this.#progressMs = nowMs;
    }
    if (this.#head === this.#queue.length) return this.clear();
    if (nowMs - this.#progressMs > MAX_STUCK_MS) return this.#giveUp();
    this.#stopTimer = this.#clock.schedule(TICK_MS, () => this.#send());
  }

  #giveUp(): void {
    this.clear();
    this.#onStuck();
  }
}
