/** @module The RTP timestamps of one stream (RFC 3550 section 5.1). */

const UINT32 = 2 ** 32;

/** A frame of sound that begins at most this long before or after the end of the previous one, in milliseconds, continues it. Reason: more than a source corrects its times by at once. */
const MAX_CORRECTION_MS = 45;

/** Converts a source's times to RTP ticks with a random start; each frame gets a different timestamp. */
export class RtpTimeline {
  readonly #clockRate: number;
  readonly #offset = Math.floor(Math.random() * UINT32);
  /** The time of tick 0, and the last frame. */
  #originMs: number | undefined;
  #lastMs = 0;
  #lastTicks = -1;
  #lastDuration = 0;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /**
   * The timestamp of the next frame, later than the previous one. Sound states its duration in ticks; 0 if it is unknown. Frames
   * of sound without a gap between them get timestamps without one, whatever the source corrects: a receiver makes up sound for each
   * step, and learns the times from sender reports.
   */
  next(timeMs: number, duration = 0): number {
    const elapsed = this.#ticksIn(timeMs - this.#lastMs);
    const isContinued =
      duration > 0 &&
      this.#originMs !== undefined &&
      Math.abs(elapsed - this.#lastDuration) <= this.#ticksIn(MAX_CORRECTION_MS);
    this.#originMs ??= timeMs;
    const ticks = isContinued
      ? this.#lastTicks + this.#lastDuration
      : Math.max(this.#ticksIn(timeMs - this.#originMs), this.#lastTicks + 1);
    if (isContinued) this.#originMs = timeMs - (ticks * 1000) / this.#clockRate;
    this.#lastMs = timeMs;
    this.#lastTicks = ticks;
    this.#lastDuration = duration;
    return (this.#offset + ticks) % UINT32;
  }

  #ticksIn(durationMs: number): number {
    return Math.round((durationMs * this.#clockRate) / 1000);
  }
}
