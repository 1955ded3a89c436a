/** @module Runs a step with a time limit and the caller's signal. */
import { abortedByCaller, onCallerAbort } from '../../time/abort.ts';
import type { Clock } from '@longwire/protocol';

/** The limits of a step. */
export interface Limits {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly limitMs: number;
}

const TIME_IS_OVER = Symbol('time is over');

/**
 * Runs a step with a signal that aborts it; resolves with undefined if the time limit was over.
 * @throws EdgeError ERR_ABORTED when the caller's signal is aborted; whatever else the step throws
 */
export async function withTimeout<T>(
  { clock, signal, limitMs }: Limits,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  if (signal?.aborted) throw abortedByCaller(signal);
  const abort = new AbortController();
  const stopTimer = clock.schedule(limitMs, () => abort.abort(TIME_IS_OVER));
  const stopListening = onCallerAbort(signal, (error) => abort.abort(error));
  try {
    const result = await step(abort.signal);
    // The step may still have returned a result, but its caller has gone.
    if (signal?.aborted) throw abortedByCaller(signal);
    return result;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    if (abort.signal.reason === TIME_IS_OVER) return undefined;
    throw abort.signal.reason;
  } finally {
    stopTimer();
    stopListening();
  }
}
