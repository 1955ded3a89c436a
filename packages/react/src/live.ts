/** @module A value that is updated while it has subscribers: the store behind each hook. */
import { Store } from '@longwire/protocol/base';

/** Updates the value with `put` until the returned function is called; later calls of `put` are ignored. */
export type StartUpdates<T> = (put: (value: T) => void, live: Live<T>) => () => void;

/**
 * Starts with its first subscriber and stops a microtask after the last one has left, because StrictMode unmounts and mounts again within
 * one turn. Stopping restores the initial value.
 */
export class Live<T> {
  readonly #first: T;
  readonly #startUpdates: StartUpdates<T>;
  readonly #look: (() => T) | undefined;
  readonly #store: Store<T>;
  #stop: (() => void) | undefined;

  /** `look` reads the value while there are no updates, if it is known then: the first render of a component precedes them. */
  constructor(first: T, startUpdates: StartUpdates<T>, look?: () => T) {
    this.#first = first;
    this.#look = look;
    this.#store = new Store(first);
    this.#startUpdates = startUpdates;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const leave = this.#store.subscribe(listener);
    this.#stop ??= this.#start();
    return () => {
      leave();
      queueMicrotask(() => {
        if (this.#store.isObserved) return;
        this.#stop?.();
        this.#stop = undefined;
        this.#store.put(this.#first);
      });
    };
  };

  /** The current value. */
  readonly snapshot = (): T => {
    if (this.#stop === undefined && this.#look !== undefined) this.#put(this.#look());
    return this.#store.value;
  };

  /** The initial value, which a server renders. */
  readonly first = (): T => this.#first;

  /** Restarts the updates, if started; the value stays until the next update. */
  readonly restart = (): void => {
    if (this.#stop === undefined) return;
    this.#stop();
    this.#stop = this.#start();
  };

  #start(): () => void {
    let isOver = false;
    const stop = this.#startUpdates((value) => {
      if (!isOver) this.#put(value);
    }, this);
    return () => {
      isOver = true;
      stop();
    };
  }

  #put(value: T): void {
    if (!isShallowEqual(value, this.#store.value)) this.#store.put(value);
  }
}

/** Whether two values are the same, or plain objects with the same fields, so that no new render is needed. */
function isShallowEqual(one: unknown, other: unknown): boolean {
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
