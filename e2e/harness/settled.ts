/** @module Detects when a counter has stopped. */
import { expect } from '@playwright/test';

/** How long a number must stay unchanged to count as stopped, in milliseconds: thirty frames of a video. */
const STILL_MS = 1000;

/**
 * Waits until a number has stopped changing. Returns how many milliseconds after the call it was still changing at the latest.
 * A change between two reads cannot be earlier than the start of the first, however long the read took.
 */
export async function settledAfterMs(read: () => Promise<number>): Promise<number> {
  const startMs = performance.now();
  let last = await read();
  let [lastMs, sinceMs, changedMs] = [0, 0, 0];
  const stillMs = async (): Promise<number> => {
    const begunMs = performance.now() - startMs;
    const next = await read();
    if (next !== last) [changedMs, sinceMs] = [lastMs, performance.now() - startMs];
    [last, lastMs] = [next, begunMs];
    return begunMs - sinceMs;
  };
  await expect.poll(stillMs, { intervals: [50] }).toBeGreaterThan(STILL_MS);
  return changedMs;
}
