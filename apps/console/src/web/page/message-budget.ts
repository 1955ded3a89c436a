/** @module How much a device's page may say to the console: what is beyond it is a flood. */

/** What may be spent at once, and then each second. Reason: an upload of 50 MB/s in pieces of 64 KB says 1600 things a second, each for 1. */
const BURST = 20_000;
const PER_SECOND = 5_000;

/** What costs more than to hand on a piece: everything that begins something, or is written down. */
export const DEAR = 20;

/** What costs most: a person sees it. */
export const VISIBLE = 500;

/** Counts the messages of one page, over all of its ports. */
export class MessageBudget {
  readonly #now: () => number;
  #left = BURST;
  #countedAtMs: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** Whether one more message is within what a page may say. */
  spend(cost = 1): boolean {
    const nowMs = this.#now();
    this.#left = Math.min(BURST, this.#left + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    this.#left -= cost;
    return this.#left >= 0;
  }
}
