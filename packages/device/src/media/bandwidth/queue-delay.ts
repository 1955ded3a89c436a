/** @module How long packets wait in the queues of the network: their delay above the smallest one seen. */

/** How long a smallest delay counts, in milliseconds. Reason: the clocks of both ends drift apart, and routes change. */
const WINDOW_MS = 15_000;

/** A delay that is never short in this time is a queue and no jitter, in milliseconds. Reason: with jitter of 100 ms it is short in one of ten reports. */
const STANDING_MS = 500;

/** A delay this far above the smallest, in milliseconds, is a viewer's clock that jumped. */
const MAX_JUMP_MS = 10_000;

/** Follows the smallest delay. */
export class QueueDelay {
  /** The smallest delay of the current and of the previous window. */
  #smallest = Number.POSITIVE_INFINITY;
  #before = Number.POSITIVE_INFINITY;
  #windowStartMs: number | undefined;
  /** The smallest of each report in that time. */
  #recent: { readonly atMs: number; readonly differenceMs: number }[] = [];

  /** The smallest difference between arrival and sending, in milliseconds; infinite before the first report. */
  get smallestMs(): number {
    return Math.min(this.#smallest, this.#before);
  }

  /** The same over the last half second: a standing queue is part of it, jitter is not (RFC 8289 section 3.2 measures a queue by its minimum over an interval). */
  get standingMs(): number {
    return Math.min(...this.#recent.map(({ differenceMs }) => differenceMs));
  }

  /** Takes the smallest difference between arrival and sending in one report; returns the time in queues, in milliseconds. */
  update(differenceMs: number, nowMs: number): number {
    if (differenceMs - this.smallestMs > MAX_JUMP_MS) {
      this.#smallest = differenceMs;
      this.#before = Number.POSITIVE_INFINITY;
      this.#windowStartMs = nowMs;
      this.#recent = [{ atMs: nowMs, differenceMs }];
      return 0;
    }
    this.#windowStartMs ??= nowMs;
    if (nowMs - this.#windowStartMs > WINDOW_MS) {
      this.#before = this.#smallest;
      this.#smallest = differenceMs;
      this.#windowStartMs = nowMs;
    }
    this.#smallest = Math.min(this.#smallest, differenceMs);
    this.#recent = this.#recent.filter(({ atMs }) => nowMs - atMs < STANDING_MS);
    this.#recent.push({ atMs: nowMs, differenceMs });
    return differenceMs - this.smallestMs;
  }
}
