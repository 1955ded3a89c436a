/** @module Waits that end with a signal and leave no listener behind. */
import { EdgeError } from '@longwire/protocol/base';

/** The last argument of every asynchronous method. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The error for a caller's own signal, with the signal's reason as its cause. */
export function abortedByCaller(signal: AbortSignal): EdgeError {
  return new EdgeError('ERR_ABORTED', 'operation aborted by its caller', { cause: signal.reason });
}

/**
 * Calls `handle` with ERR_ABORTED when the caller's signal is aborted, at once if it is already; returns a function that removes the
 * listener.
 */
export function onCallerAbort(
  signal: AbortSignal | undefined,
  handle: (error: EdgeError) => void,
): () => void {
  if (signal === undefined) return () => undefined;
  const abort = (): void => handle(abortedByCaller(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}

/** Settles a wait; only the first call counts. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Waits for what `start` sets up, or rejects with the signal's reason. Always calls the disposer that `start` returns. */
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

/** Waits for a promise, or rejects with the signal's reason. */
export function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  // After an abort the promise's own rejection must not count as unhandled.
  promise.catch(() => undefined);
  return waitFor<T>(signal, ({ resolve, reject }) => {
    promise.then(resolve, reject);
    return () => undefined;
  });
}

/** The same for a caller's signal: rejects with ERR_ABORTED. */
export async function abortableByCaller<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stopListening = onCallerAbort(signal, aborted.reject);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    stopListening();
  }
}
