/** @module Runs a step of the diagnosis within its time limit. */
import type { Clock } from '@longwire/protocol';
import { withLimits } from '@longwire/protocol/base';

/** The limits of a step. */
export interface Limits {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly limitMs: number;
}

/**
 * Runs a step; resolves with undefined if its time is over.
 * @throws EdgeError ERR_ABORTED when the caller's signal is aborted; whatever else the step throws
 */
export async function withTimeout<T>(
  { clock, signal, limitMs }: Limits,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const timeIsOver = new Error('time is over');
  try {
    return await withLimits({ signal, time: { clock, limitMs, error: () => timeIsOver } }, step);
  } catch (error) {
    if (error === timeIsOver) return undefined;
    throw error;
  }
}
