/** @module Limits the messages of a device's page to the console, against flooding. */

/**
 * The budget at once, and then for each second. Reason: an upload of 50 MB/s in chunks of 64 KB sends 1600 messages a second, each at a
 * cost of 1.
 */
const BURST = 20_000;
const PER_SECOND = 5_000;

/** The cost of messages that start or store something, unlike the transfer of a chunk. */
export const EXPENSIVE_COST = 20;

/** The cost of messages that become visible to the person. */
export const VISIBLE_COST = 500;

/** Counts the messages of one page, over all of its ports. */
export class MessageBudget {
  readonly #now: () => number;
  #left = BURST;
  #countedAtMs: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** Whether one more message of this cost is within the budget. */
  spend(cost = 1): boolean {
    const nowMs = this.#now();
    this.#left = Math.min(BURST, this.#left + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    this.#left -= cost;
    return this.#left >= 0;
  }
}
