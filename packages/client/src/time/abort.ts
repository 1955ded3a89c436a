/** @module Waiting that ends when a signal says so, and leaves no listener behind. */
import { EdgeError } from '@longwire/protocol/base';

/** What every asynchronous method takes last. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The error for a caller's own signal; the signal's reason is its cause. */
export function abortedByCaller(signal: AbortSignal): EdgeError {
  return new EdgeError('ERR_ABORTED', 'operation aborted by its caller', { cause: signal.reason });
}

/** Settles a wait; only the first call counts. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for what `start` sets up, or for the signal, whose reason it rejects with.
 * The disposer that `start` answers is called in either case.
 */
export async function waitFor<T>(signal: AbortSignal, start: (settle: Settle<T>) => () => void): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  let dispose: (() => void) | undefined;
  try {
    dispose = start({ resolve, reject });
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    dispose?.();
  }
}

/** Waits for a promise, or for the signal, whose reason it rejects with. */
export function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  // Who is told by the signal need not be told by the promise.
  promise.catch(() => undefined);
  return waitFor<T>(signal, ({ resolve, reject }) => {
    promise.then(resolve, reject);
    return () => undefined;
  });
}

/** The same for a signal of the caller, which rejects with ERR_ABORTED. */
export async function abortableByCaller<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return await promise;
  try {
    return await abortable(signal, promise);
  } catch (error) {
    throw signal.aborted ? abortedByCaller(signal) : error;
  }
}
