/** @module Waits that end with their answer, at their time limit, or with a signal, and leave no listener or timer behind. */
import { EdgeError } from '../errors/edge-error.ts';
import type { Clock } from './clock.ts';

/** The last argument of every asynchronous method. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A time limit. */
export interface TimeLimit {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly limitMs: number;
  /** The error when the time is over; ERR_REQUEST_TIMEOUT by default. */
  readonly error?: ((limitMs: number) => Error) | undefined;
}

/** What ends a wait before its answer. */
export interface WaitLimits extends AbortOptions {
  /** The signal of what owns the wait, such as its connection: the wait rejects with its reason. */
  readonly owner?: AbortSignal | undefined;
  /** The caller's own signal: the wait rejects with ERR_ABORTED. */
  readonly signal?: AbortSignal | undefined;
  readonly time?: TimeLimit | undefined;
}

/** Settles a wait; only the first call counts. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** The error for a caller's own signal, with the signal's reason as its cause. */
export function abortedByCaller(signal: AbortSignal): EdgeError {
  return new EdgeError('ERR_ABORTED', 'operation aborted by its caller', { cause: signal.reason });
}

/** @throws the owner's reason, or ERR_ABORTED, if that signal is aborted already */
export function throwIfAborted({ owner, signal }: Omit<WaitLimits, 'time'>): void {
  owner?.throwIfAborted();
  if (signal?.aborted) throw abortedByCaller(signal);
}

/** Calls `handle` when the signal is aborted, at once if it is already; returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, handle: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => undefined;
  const abort = (): void => handle(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}

/** Calls `handle` with the error of each limit that is reached; returns a function that stops the timer and removes the listeners. */
export function onLimit({ owner, signal, time }: WaitLimits, handle: (error: unknown) => void): () => void {
  const stopTimer = time?.clock.schedule(time.limitMs, () => handle((time.error ?? noAnswer)(time.limitMs)));
  const stopOwner = owner && onAbort(owner, handle);
  const stopCaller = signal && onAbort(signal, () => handle(abortedByCaller(signal)));
  return () => {
    stopTimer?.();
    stopOwner?.();
    stopCaller?.();
  };
}

/** Waits for what `start` sets up, unless a limit is reached first. Always calls the disposer that `start` returns. */
export async function waitFor<T>(limits: WaitLimits, start: (settle: Settle<T>) => () => void): Promise<T> {
  throwIfAborted(limits);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const dispose = start({ resolve, reject });
  const stopLimits = onLimit(limits, reject);
  try {
    return await promise;
  } finally {
    stopLimits();
    dispose();
  }
}

/** Waits for the work, unless a limit is reached first: that aborts the signal of the work, whose own end then no longer counts. */
export async function withLimits<T>(
  limits: WaitLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(limits);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = new AbortController();
  const stopLimits = onLimit(limits, (error) => {
    reject(error);
    abort.abort(error);
  });
  try {
    work(abort.signal).then(resolve, reject);
    return await promise;
  } finally {
    stopLimits();
  }
}

function noAnswer(limitMs: number): EdgeError {
  return new EdgeError('ERR_REQUEST_TIMEOUT', `no answer within ${limitMs} ms`);
}
