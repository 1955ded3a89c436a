/** @module Spreads what one viewer is sent over time: a keyframe, or a whole group, must not overflow what it passes. */
import type { Clock } from '../clock.ts';

/** What is sent. */
export interface PacedPacket {
  readonly bytes: number;
  /** Sends it; false when it could not be sent now. */
  send(): boolean;
}

/** What a {@link Pacer} needs. */
export interface PacerOptions {
  readonly clock: Clock;
  /** The viewer has taken nothing for too long: what was queued has been thrown away. */
  readonly onStuck: () => void;
}

/** Between two portions of a burst, in milliseconds. Reason: finer timers cost more than they spread. */
const TICK_MS = 5;

/** A burst is sent within this time, in milliseconds, as far as {@link MAX_BYTES_PER_MS} allows. Reason: less than a frame at 30 a second. */
const SPAN_MS = 25;

/** What goes out at once, in bytes. Reason: an ordinary frame of a few Mbit/s needs no timer, and no queue on the way is that short. */
const BURST_BYTES = 24 * 1024;

/** Most bytes in a millisecond: 100 Mbit/s. Reason: a replayed group of some megabytes would overflow the receiver's socket. */
const MAX_BYTES_PER_MS = 12_500;

/** Longest that a viewer may take nothing, in milliseconds. Reason: what is older is of no use to it. */
const MAX_STUCK_MS = 1_000;

/** Most bytes that wait for one viewer. Reason: the largest kept group, and more than half of it again. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** The queue of one viewer. */
export class Pacer {
  readonly #clock: Clock;
  readonly #onStuck: () => void;
  #queue: PacedPacket[] = [];
  /** Those before it have been sent. */
  #head = 0;
  #queuedBytes = 0;
  #bytesPerMs = 0;
  /** What may be sent now; grows with time, never beyond one burst. */
  #budget = BURST_BYTES;
  #budgetMs: number;
  #progressMs: number;
  #stopTimer: (() => void) | undefined;

  constructor({ clock, onStuck }: PacerOptions) {
    this.#clock = clock;
    this.#onStuck = onStuck;
    this.#budgetMs = clock.steadyMs();
    this.#progressMs = this.#budgetMs;
  }

  /** Sends packets in their order, behind those that wait. */
  push(packets: readonly PacedPacket[]): void {
    const nowMs = this.#clock.steadyMs();
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

  /** Throws away what waits. */
  clear(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#queue = [];
    this.#head = 0;
    this.#queuedBytes = 0;
  }

  #send(): void {
    const nowMs = this.#clock.steadyMs();
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
