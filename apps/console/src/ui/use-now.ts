/** @module The current time, as a hook. */

import { useEffect, useState } from 'react';

/** The current time by `clock`, which must be the same function in each render, updated every `everyMs`. */
export function useNow(everyMs: number, clock: () => number = Date.now): number {
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
