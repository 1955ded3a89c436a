/** @module Counts open items by key. */

/** Counts up to a limit per key. */
export class KeyedCounter {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Increments the count of `key`; undefined if the limit is reached. Disposing the returned object
   * decrements it, once.
   */
  take(key: string): Disposable | undefined {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) return undefined;
    this.#counts.set(key, count + 1);
    return new CountHandle(this.#counts, key);
  }
}

class CountHandle implements Disposable {
  readonly #counts: Map<string, number>;
  /** Undefined after disposal. */
  #key: string | undefined;

  constructor(counts: Map<string, number>, key: string) {
    this.#counts = counts;
    this.#key = key;
  }

  [Symbol.dispose](): void {
    if (this.#key === undefined) return;
    const left = (this.#counts.get(this.#key) ?? 1) - 1;
    if (left > 0) this.#counts.set(this.#key, left);
    else this.#counts.delete(this.#key);
    this.#key = undefined;
  }
}
