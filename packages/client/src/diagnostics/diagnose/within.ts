/** @module A step's own time limit, and the caller's signal. */
import { abortedByCaller } from '../../time/abort.ts';
import type { Clock } from '../../time/clock.ts';

/** Who limits a step. */
export interface Limits {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly limitMs: number;
}

const TIME_IS_OVER = Symbol('time is over');

/**
 * Runs a step with a signal that ends it; undefined where its time was over.
 * @throws EdgeError ERR_ABORTED when the caller's signal is aborted; whatever else the step throws
 */
export async function within<T>(
  { clock, signal, limitMs }: Limits,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (signal?.aborted) throw abortedByCaller(signal);
  const abort = new AbortController();
  const stopTimer = clock.schedule(limitMs, () => abort.abort(TIME_IS_OVER));
  const handleAbort = (): void => abort.abort(signal && abortedByCaller(signal));
  signal?.addEventListener('abort', handleAbort);
  try {
    const result = await step(abort.signal);
    // A step may have something to say all the same; nobody waits for it any more.
    if (signal?.aborted) throw abortedByCaller(signal);
    return result;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    if (abort.signal.reason === TIME_IS_OVER) return undefined;
    throw abort.signal.reason;
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', handleAbort);
  }
}
