/** @module The current time, as a hook. */

import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** Whole seconds until a time; never below zero. */
export function useSecondsUntil(untilMs: number): number {
  const nowMs = useNow(250);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
