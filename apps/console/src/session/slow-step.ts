/** @module How long connecting has been at one step, and when to show a hint about it. */

import type { ConnectStep } from './connect-step.ts';

/** How long a step may take before a hint is shown, in milliseconds. Reason: on a slow mobile network a step takes three to five seconds. */
export const SLOW_STEP_MS = 8000;

/** The current attempt and step. */
export interface ConnectMoment {
  readonly step: ConnectStep;
  readonly startedAtMs: number;
}

/** The current step, and since when. */
export interface StepStay extends ConnectMoment {
  readonly sinceMs: number;
}

/** The time at a step; the same object while nothing has changed. For a step after the first, it starts when the step is first seen. */
export function stayAt(before: StepStay | undefined, moment: ConnectMoment, nowMs: number): StepStay {
  const isSame =
    before !== undefined && before.step === moment.step && before.startedAtMs === moment.startedAtMs;
  if (isSame) return before;
  return { ...moment, sinceMs: moment.step === 'finding' ? moment.startedAtMs : nowMs };
}

/** Whether the step takes longer than on a working path. */
export function isSlow({ sinceMs }: StepStay, nowMs: number): boolean {
  return nowMs - sinceMs >= SLOW_STEP_MS;
}
