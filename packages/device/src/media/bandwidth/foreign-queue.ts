/** @module Recognizes a long queue that others make: a download over TCP keeps it full whatever this connection sends. */

/** A queue from this length on, in milliseconds, is long. */
const LONG_MS = 100;
/** A queue below this length, in milliseconds, has emptied. */
const EMPTY_MS = 50;
/** How long a queue stays long at half the pace, in milliseconds, if others make it. Reason: this connection's own would be empty by then. */
const RECOGNIZED_MS = 2_000;
/** The same soon after others made it, in milliseconds. */
const RECOGNIZED_AGAIN_MS = 500;
/** How long a foreign queue is believed in, in milliseconds, before it is tried again. */
const BELIEVED_MS = 12_000;
/** How long it is expected back after it has emptied, in milliseconds: a download empties it with each loss. */
const EXPECTED_MS = 30_000;

type State =
  | { readonly kind: 'short' }
  /** Long; at half the pace, to see who makes it. `rate` is the one from before. */
  | { readonly kind: 'long'; readonly sinceMs: number; readonly rate: number }
  | { readonly kind: 'foreign'; readonly sinceMs: number };

/** Follows the queue of one connection. */
export class ForeignQueue {
  #state: State = { kind: 'short' };
  /** The last foreign queue, with the rate beside it. */
  #last: { readonly atMs: number; readonly rate: number } | undefined;
  #isExpected = false;

  /** Whether others make the queue, or are expected to while it is not long. */
  get isForeign(): boolean {
    return this.#state.kind === 'foreign' || (this.#state.kind === 'short' && this.#isExpected);
  }

  /**
   * Takes the length of the queue and the current rate in bit/s. Returns the rate from before the queue became long once others
   * turn out to make it: going down was of no use.
   */
  update(queueMs: number, rate: number, nowMs: number): number | undefined {
    const state = this.#state;
    this.#isExpected = this.#last !== undefined && nowMs - this.#last.atMs < EXPECTED_MS;
    if (state.kind === 'foreign') this.#last = { atMs: nowMs, rate };
    if (queueMs < EMPTY_MS) {
      // It was this connection's own, since it emptied at half the pace.
      if (state.kind === 'long') this.#last = undefined;
      this.#state = { kind: 'short' };
    } else if (state.kind === 'short') {
      if (queueMs >= LONG_MS) this.#startTest(rate, nowMs);
    } else if (state.kind === 'foreign') {
      if (nowMs - state.sinceMs > BELIEVED_MS) this.#startTest(rate, nowMs);
    } else if (nowMs - state.sinceMs >= (this.#isExpected ? RECOGNIZED_AGAIN_MS : RECOGNIZED_MS)) {
      this.#state = { kind: 'foreign', sinceMs: nowMs };
      return state.rate;
    }
    return undefined;
  }

  #startTest(rate: number, nowMs: number): void {
    const before = this.#isExpected ? (this.#last?.rate ?? 0) : 0;
    this.#state = { kind: 'long', sinceMs: nowMs, rate: Math.max(rate, before) };
  }
}
