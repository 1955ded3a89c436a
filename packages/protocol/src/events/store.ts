/** @module An observable state, in the form that `useSyncExternalStore` takes. */

/** Holds a state and notifies listeners of changes. */
export class Store<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(first: T) {
    this.#value = first;
  }

  /** The current state. */
  get value(): T {
    return this.#value;
  }

  /** The current state, as a bound function. */
  readonly snapshot = (): T => this.#value;

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Whether it has listeners. */
  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }

  /** Sets the state and calls the listeners. */
  put(next: T): void {
    this.#value = next;
    for (const listener of this.#listeners) listener();
  }
}
