/** @module Going on at once with what is there: most answers are, and each promise in between is waited for by the client. */

/** A value, or the promise of one. */
export type Eventual<T> = T | Promise<T>;

/** Calls `goOn` with a value: at once where it is there, else when it is. */
export function whenThere<T, R>(value: Eventual<T>, goOn: (value: T) => Eventual<R>): Eventual<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Whether a value is a promise, of whichever kind. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
