/** @module When something that counts up has stopped. */
import { expect } from '@playwright/test';

/** How long a number must stay the same to have stopped, in milliseconds: thirty frames of a video. */
const STILL_MS = 1000;

/**
 * Waits until a number has stopped changing; answers how many milliseconds after the call it certainly still did.
 * What has changed between two looks has not changed before the first of them was begun, however long it took.
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
