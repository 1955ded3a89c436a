/** @module Measures the bit rate of one level. */

/** The measured time span, in milliseconds. Reason: it contains several keyframes of most cameras. */
const WINDOW_MS = 8_000;

/** The shortest time that yields a rate, in milliseconds. Reason: a shorter one may be a keyframe and little more. */
const MIN_SPAN_MS = 2_000;

/** A longer interval between two frames is a pause, in milliseconds: the rate is measured again from there. */
const MAX_GAP_MS = 2_000;

/** The rate of the most recent frames. */
export class RateMeter {
  #frames: { readonly atMs: number; readonly bytes: number }[] = [];
  #bytes = 0;
  #rate: number | undefined;

  /** The rate in bit/s, also of a level that has stopped; undefined before the first measurement. */
  get bitsPerSecond(): number | undefined {
    return this.#rate;
  }

  /** Adds a frame that has just arrived. */
  add(atMs: number, bytes: number): void {
    if (atMs - (this.#frames.at(-1)?.atMs ?? atMs) > MAX_GAP_MS) {
      this.#frames = [];
      this.#bytes = 0;
    }
    this.#frames.push({ atMs, bytes });
    this.#bytes += bytes;
    const kept = this.#frames.findIndex((frame) => atMs - frame.atMs <= WINDOW_MS);
    for (const dropped of this.#frames.splice(0, kept)) this.#bytes -= dropped.bytes;
    const spanMs = atMs - (this.#frames[0]?.atMs ?? atMs);
    if (spanMs >= MIN_SPAN_MS) this.#rate = ((this.#bytes - bytes) * 8 * 1000) / spanMs;
  }
}
