/** @module The RTP timestamps of one stream (RFC 3550 section 5.1). */

const UINT32 = 2 ** 32;

/** Converts a source's times to RTP ticks with a random start; each frame gets a different timestamp. */
export class RtpTimeline {
  readonly #clockRate: number;
  readonly #offset = Math.floor(Math.random() * UINT32);
  #originMs: number | undefined;
  #lastTicks = -1;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The timestamp of the next frame, later than the previous one. */
  next(timeMs: number): number {
    this.#lastTicks = Math.max(this.#ticks(timeMs), this.#lastTicks + 1);
    return (this.#offset + this.#lastTicks) % UINT32;
  }

  /** The timestamp of a time. */
  at(timeMs: number): number {
    return (((this.#offset + this.#ticks(timeMs)) % UINT32) + UINT32) % UINT32;
  }

  #ticks(timeMs: number): number {
    this.#originMs ??= timeMs;
    return Math.round(((timeMs - this.#originMs) / 1000) * this.#clockRate);
  }
}
