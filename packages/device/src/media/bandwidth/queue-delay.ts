/** @module How long packets wait in the queues of the network: their delay above the smallest one seen. */

/** How long a smallest delay counts, in milliseconds. Reason: the clocks of both ends drift apart, and routes change. */
const WINDOW_MS = 15_000;

/** A delay this far above the smallest, in milliseconds, is a viewer's clock that jumped. */
const MAX_JUMP_MS = 10_000;

/** Follows the smallest delay. */
export class QueueDelay {
  /** The smallest delay of the current and of the previous window. */
  #smallest = Number.POSITIVE_INFINITY;
  #before = Number.POSITIVE_INFINITY;
  #windowStartMs: number | undefined;

  /** The smallest difference between arrival and sending, in milliseconds; infinite before the first report. */
  get smallestMs(): number {
    return Math.min(this.#smallest, this.#before);
  }

  /** Takes the smallest difference between arrival and sending in one report; returns the time in queues, in milliseconds. */
  update(differenceMs: number, nowMs: number): number {
    if (differenceMs - this.smallestMs > MAX_JUMP_MS) {
      this.#smallest = differenceMs;
      this.#before = Number.POSITIVE_INFINITY;
      this.#windowStartMs = nowMs;
      return 0;
    }
    this.#windowStartMs ??= nowMs;
    if (nowMs - this.#windowStartMs > WINDOW_MS) {
      this.#before = this.#smallest;
      this.#smallest = differenceMs;
      this.#windowStartMs = nowMs;
    }
    this.#smallest = Math.min(this.#smallest, differenceMs);
    return differenceMs - this.smallestMs;
  }
}
