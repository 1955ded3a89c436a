/** @module Waiting for an answer: until it comes, the time is over, or the caller wants it no more. */
import { EdgeError } from '@longwire/protocol/base';
import { abortedByCaller, type AbortOptions, type Settle } from '../time/abort.ts';
import type { Deadlines } from './deadlines.ts';

/** For how long an answer is awaited. */
export interface Limits extends AbortOptions {
  readonly deadlines: Deadlines;
  readonly timeoutMs: number;
}

/**
 * Waits for what `start` sets up; the disposer that it answers is called in every case.
 * @throws EdgeError ERR_REQUEST_TIMEOUT, ERR_ABORTED, and whatever the wait is rejected with
 */
export async function limited<T>(
  { deadlines, timeoutMs, signal }: Limits,
  start: (settle: Settle<T>) => () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal?.aborted) throw abortedByCaller(signal);
  const dispose = start({ resolve, reject });
  const abort = (): void => {
    if (signal) reject(abortedByCaller(signal));
  };
  signal?.addEventListener('abort', abort);
  const stopWaiting = deadlines.add(timeoutMs, () =>
    reject(new EdgeError('ERR_REQUEST_TIMEOUT', `answer expected within ${timeoutMs} ms, got none`)),
  );
  try {
    return await promise;
  } finally {
    stopWaiting();
    signal?.removeEventListener('abort', abort);
    dispose();
  }
}
