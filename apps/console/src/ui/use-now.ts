/** @module The current time, as a hook. */

import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current time by `clock`, which must be the same function in each render, updated every `everyMs`; by default often enough for minutes. */
export function useNow(everyMs: number = MINUTE_MS, clock: () => number = Date.now): number {
  const [nowMs, setNowMs] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(clock()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, clock]);
  return nowMs;
}

/** Whole seconds until a time; never below zero. */
export function useSecondsUntil(untilMs: number): number {
  const nowMs = useNow(250);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
