/** @module Stays synchronous when a value is already available: most answers are, and each extra promise delays the client. */

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `apply` with a value: synchronously if it is available, else when the promise resolves. */
export function whenResolved<T, R>(
  value: MaybePromise<T>,
  apply: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}

/** Whether a value is a promise of any library. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
