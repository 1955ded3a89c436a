/** @module Puts the times of one run on the steady clock that all sources share. */

/** Farther from the clock than this, a stream's times have jumped and are set anew, in milliseconds. */
const MAX_DRIFT_MS = 3_000;

/** Times of all tracks of one run; together they stay as far apart as the camera has them. */
export class RunTimeline {
  readonly #steadyMs: () => number;
  #offsetMs: number | undefined;

  constructor(steadyMs: () => number) {
    this.#steadyMs = steadyMs;
  }

  /** When a frame with this time of the stream is to be seen. */
  toSteady(streamMs: number): number {
    const nowMs = this.#steadyMs();
    if (this.#offsetMs === undefined || Math.abs(streamMs + this.#offsetMs - nowMs) > MAX_DRIFT_MS)
      this.#offsetMs = nowMs - streamMs;
    return streamMs + this.#offsetMs;
  }
}
