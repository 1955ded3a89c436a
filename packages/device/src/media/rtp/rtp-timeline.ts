/** @module The RTP times of one stream (RFC 3550 section 5.1). */

const UINT32 = 2 ** 32;

/** Turns the time of a source into ticks of the RTP clock, from a random start; no two frames have the same. */
export class RtpTimeline {
  readonly #clockRate: number;
  readonly #offset = Math.floor(Math.random() * UINT32);
  #originMs: number | undefined;
  #lastTicks = -1;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The time of the next frame, later than the one before. */
  next(timeMs: number): number {
    this.#lastTicks = Math.max(this.#ticks(timeMs), this.#lastTicks + 1);
    return (this.#offset + this.#lastTicks) % UINT32;
  }

  /** The time of a moment. */
  at(timeMs: number): number {
    return (((this.#offset + this.#ticks(timeMs)) % UINT32) + UINT32) % UINT32;
  }

  #ticks(timeMs: number): number {
    this.#originMs ??= timeMs;
    return Math.round(((timeMs - this.#originMs) / 1000) * this.#clockRate);
  }
}
