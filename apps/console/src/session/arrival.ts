/** @module When a connection stood, and since when its device has been there. */

import type { ConnectTrace } from '../wire.ts';

/** Two times in milliseconds since 1970, by this browser's clock. */
export interface Arrival {
  /** When the connection stood. */
  readonly readyAtMs: number;
  /** Since when the device has been there, by the service's word; undefined of a service that does not tell. */
  readonly deviceSinceMs: number | undefined;
}

/** What is known of a connection that stands now, by what connecting did. */
export function arrivalOf(trace: ConnectTrace | undefined, nowMs: number): Arrival {
  const told = trace?.steps.findLast(({ step }) => step === 'device-online');
  const seconds = told?.['seconds'];
  return {
    readyAtMs: nowMs,
    deviceSinceMs: typeof seconds === 'number' ? nowMs - seconds * 1_000 : undefined,
  };
}
