/** @module Waits for an answer until it arrives, the time limit expires, or the caller aborts. */
import { EdgeError } from '@longwire/protocol/base';
import { abortedByCaller, onCallerAbort, type AbortOptions, type Settle } from '../time/abort.ts';
import type { Deadlines } from './deadlines.ts';

/** Time limit and signal of a wait. */
export interface Limits extends AbortOptions {
  readonly deadlines: Deadlines;
  readonly timeoutMs: number;
}

/**
 * Waits for what `start` sets up; always calls the disposer that `start` returns.
 * @throws EdgeError ERR_REQUEST_TIMEOUT, ERR_ABORTED, or the error of the wait
 */
export async function limited<T>(
  { deadlines, timeoutMs, signal }: Limits,
  start: (settle: Settle<T>) => () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal?.aborted) throw abortedByCaller(signal);
  const dispose = start({ resolve, reject });
  const stopListening = onCallerAbort(signal, reject);
  const stopWaiting = deadlines.add(timeoutMs, () =>
    reject(new EdgeError('ERR_REQUEST_TIMEOUT', `no answer within ${timeoutMs} ms`)),
  );
  try {
    return await promise;
  } finally {
    stopWaiting();
    stopListening();
    dispose();
  }
}
