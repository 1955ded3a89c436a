/** @module Maps the times of one run to the steady clock that all sources share. */

/** If a stream's times differ more from the clock, they have jumped and the offset is set again, in milliseconds. */
const MAX_DRIFT_MS = 3_000;

/** How often the offset is corrected, in milliseconds. Reason: long enough to contain a frame that came without delay. */
const WINDOW_MS = 2_000;

/** The largest corrections of one window, in milliseconds: 2 % if frames come early, which no one hears, and more than any clock drifts if they are late, which is mostly the network. */
const MAX_EARLIER_MS = 40;
const MAX_LATER_MS = 1;

/** How long after the start frames that come early correct the offset at once, in milliseconds. Reason: what a program has read before it plays comes as a burst. */
const START_MS = 2_000;

/**
 * Maps the times of all tracks of one run with one offset, so that they stay in sync. The offset moves slowly until a picture that
 * arrives without delay gets the time of its arrival: so the runs of one camera's streams agree on the time of a scene, however each
 * of them began and however far the camera's clock drifts.
 */
export class RunTimeline {
  readonly #steadyMs: () => number;
  #offsetMs: number | undefined;
  #startMs = 0;
  #windowEndMs = 0;
  #leastDelayMs = Number.POSITIVE_INFINITY;

  constructor(steadyMs: () => number) {
    this.#steadyMs = steadyMs;
  }

  /** The presentation time of a frame with this stream time. Sound comes in blocks, so its arrival corrects nothing. */
  toSteady(streamMs: number, kind: 'audio' | 'video'): number {
    const nowMs = this.#steadyMs();
    const delayMs = this.#offsetMs === undefined ? undefined : nowMs - streamMs - this.#offsetMs;
    if (delayMs === undefined || Math.abs(delayMs) > MAX_DRIFT_MS) {
      this.#offsetMs = nowMs - streamMs;
      this.#startMs = nowMs;
      this.#startWindow(nowMs);
    } else if (kind === 'video') this.#correct(nowMs, delayMs);
    return streamMs + (this.#offsetMs ?? 0);
  }

  #correct(nowMs: number, delayMs: number): void {
    if (delayMs < 0 && nowMs - this.#startMs < START_MS) {
      this.#offsetMs = (this.#offsetMs ?? 0) + delayMs;
      this.#leastDelayMs = 0;
      return;
    }
    this.#leastDelayMs = Math.min(this.#leastDelayMs, delayMs);
    if (nowMs < this.#windowEndMs) return;
    this.#offsetMs =
      (this.#offsetMs ?? 0) + Math.min(Math.max(this.#leastDelayMs, -MAX_EARLIER_MS), MAX_LATER_MS);
    this.#startWindow(nowMs);
  }

  #startWindow(nowMs: number): void {
    this.#windowEndMs = nowMs + WINDOW_MS;
    this.#leastDelayMs = Number.POSITIVE_INFINITY;
  }
}
