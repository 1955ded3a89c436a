/** @module A value that is kept up to date while somebody looks: what each hook subscribes to. */

/** Keeps the value up to date by `put`, until the answer is called; what is put later is ignored. */
export type Begin<T> = (put: (value: T) => void, live: Live<T>) => () => void;

/**
 * Begins with its first subscriber, and ends a microtask after the last one left: StrictMode unmounts and mounts again within
 * one turn. Ended, it is what it was at first.
 */
export class Live<T> {
  readonly #first: T;
  readonly #begin: Begin<T>;
  readonly #listeners = new Set<() => void>();
  #value: T;
  #stop: (() => void) | undefined;

  constructor(first: T, begin: Begin<T>) {
    this.#first = first;
    this.#value = first;
    this.#begin = begin;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      queueMicrotask(() => {
        if (this.#listeners.size > 0) return;
        this.#stop?.();
        this.#stop = undefined;
        this.#value = this.#first;
      });
    };
  };

  /** The value as it stands. */
  readonly snapshot = (): T => this.#value;

  /** The value before anything began: what a server renders. */
  readonly first = (): T => this.#first;

  /** Begins anew, if it has begun; the value stays until there is another one. */
  readonly restart = (): void => {
    if (this.#stop === undefined) return;
    this.#stop();
    this.#stop = this.#start();
  };

  #start(): () => void {
    let isOver = false;
    const stop = this.#begin((value) => {
      if (!isOver) this.#put(value);
    }, this);
    return () => {
      isOver = true;
      stop();
    };
  }

  #put(value: T): void {
    if (isAlike(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether two values are the same, or plain objects of the same fields: then nobody has to render again. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => name in other && Object.is(value, Reflect.get(other, name)))
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
