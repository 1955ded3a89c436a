/** @module Bounds repeated packets to a share of the stream: on a full line, repetitions of everything that is lost would be lost too. */

/** The share of the pace that repeated packets of pictures may take. */
const SHARE = 0.25;

/** Bytes that may be repeated at once. Reason: a keyframe's losses. */
const BURST_BYTES = 32 * 1024;

/** Counts repeated bytes. */
export class RepeatBudget {
  #bytes = BURST_BYTES;
  #countedMs: number;

  constructor(nowMs: number) {
    this.#countedMs = nowMs;
  }

  /** Takes `bytes` at a pace in bit/s; returns false and takes none if there are too few. */
  take(bytes: number, pace: number, nowMs: number): boolean {
    const earned = ((nowMs - this.#countedMs) * pace * SHARE) / 8_000;
    this.#countedMs = nowMs;
    this.#bytes = Math.min(BURST_BYTES, this.#bytes + earned);
    if (this.#bytes < bytes) return false;
    this.#bytes -= bytes;
    return true;
  }
}
