/** @module After which failures the console tries again by itself, and how long it waits. */

import type { FailureKind } from './failure.ts';

const WAITS_MS: readonly number[] = [5_000, 10_000, 20_000];
const LONGEST_WAIT_MS = 30_000;

/** The wait before the next attempt, or `undefined` where a person has to decide. `attempt` counts from 1. */
export function retryDelayMs(kind: FailureKind, attempt: number): number | undefined {
  if (kind !== 'offline') return undefined;
  return WAITS_MS[attempt - 1] ?? LONGEST_WAIT_MS;
}
