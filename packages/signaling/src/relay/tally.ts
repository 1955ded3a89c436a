/** @module Counts of what is open, by key. */

/** How many are open for each key, up to a limit. */
export class Tally {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more for `key`; undefined when the limit is reached. The answer gives the place back, once. */
  take(key: string): Disposable | undefined {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) return undefined;
    this.#counts.set(key, count + 1);
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) this.#giveBack(key);
        isTaken = false;
      },
    };
  }

  #giveBack(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
