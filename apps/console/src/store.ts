/** @module A state that views follow: what `useSyncExternalStore` takes. */

/** Holds one state after another. */
export class Store<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(first: T) {
    this.#value = first;
  }

  /** The state as it stands. */
  get value(): T {
    return this.#value;
  }

  /** The same, as a function of its own. */
  readonly snapshot = (): T => this.#value;

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Takes the next state, and tells everybody. */
  put(next: T): void {
    this.#value = next;
    for (const listener of this.#listeners) listener();
  }
}
