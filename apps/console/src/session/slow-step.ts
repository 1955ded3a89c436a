/** @module How long connecting stands at one step, and when that is worth a word. */

import type { ConnectStep } from './connect-step.ts';

/** How long a step may take before it is said what may hold it, in milliseconds. Reason: on a slow phone's network a step takes three to five seconds. */
export const SLOW_STEP_MS = 8000;

/** A try to connect as it stands. */
export interface ConnectMoment {
  readonly step: ConnectStep;
  readonly startedAtMs: number;
}

/** The step that a try is in, and since when. */
export interface StepStay extends ConnectMoment {
  readonly sinceMs: number;
}

/** The stay at a step: the same one while nothing has changed. Whoever looks later does not know when a later step began. */
export function stayAt(before: StepStay | undefined, moment: ConnectMoment, nowMs: number): StepStay {
  const isSame =
    before !== undefined && before.step === moment.step && before.startedAtMs === moment.startedAtMs;
  if (isSame) return before;
  return { ...moment, sinceMs: moment.step === 'finding' ? moment.startedAtMs : nowMs };
}

/** Whether a stay is too long for a way that works. */
export function isSlow({ sinceMs }: StepStay, nowMs: number): boolean {
  return nowMs - sinceMs >= SLOW_STEP_MS;
}
