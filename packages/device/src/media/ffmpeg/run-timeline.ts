/** @module Maps the times of one run to the steady clock that all sources share. */

/** If a stream's times differ more from the clock, they have jumped and the offset is set again, in milliseconds. */
const MAX_DRIFT_MS = 3_000;

/** Maps the times of all tracks of one run with one offset, so that they stay in sync. */
export class RunTimeline {
  readonly #steadyMs: () => number;
  #offsetMs: number | undefined;

  constructor(steadyMs: () => number) {
    this.#steadyMs = steadyMs;
  }

  /** The presentation time of a frame with this stream time. */
  toSteady(streamMs: number): number {
    const nowMs = this.#steadyMs();
    if (this.#offsetMs === undefined || Math.abs(streamMs + this.#offsetMs - nowMs) > MAX_DRIFT_MS)
      this.#offsetMs = nowMs - streamMs;
    return streamMs + this.#offsetMs;
  }
}
