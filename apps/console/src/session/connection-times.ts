/** @module When a connection was established, and since when its device has been online. */

import type { ConnectTrace } from '@longwire/client';

/** Two times in milliseconds since 1970, by this browser's clock. */
export interface ConnectionTimes {
  /** When the connection was established. */
  readonly readyAtMs: number;
  /** Since when the device has been online, according to the service; undefined if the service does not report it. */
  readonly deviceSinceMs: number | undefined;
}

/** The times of a connection established now, from the trace of its connect. */
export function connectionTimes(trace: ConnectTrace | undefined, nowMs: number): ConnectionTimes {
  const online = trace?.steps.findLast(({ step }) => step === 'device-online');
  const seconds = online?.['seconds'];
  return {
    readyAtMs: nowMs,
    deviceSinceMs: typeof seconds === 'number' ? nowMs - seconds * 1_000 : undefined,
  };
}
