/** @module When something that counts up has stopped. */
import { expect } from '@playwright/test';

/** How long a number must stay the same to have stopped, in milliseconds: thirty frames of a video. */
const STILL_MS = 1000;

/** Waits until a number has stopped changing; answers how many milliseconds after the call it last changed. */
export async function settledAfterMs(read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  let last = await read();
  let changedMs = 0;
  const stillMs = async (): Promise<number> => {
    const next = await read();
    const nowMs = performance.now() - start;
    if (next !== last) changedMs = nowMs;
    last = next;
    return nowMs - changedMs;
  };
  await expect.poll(stillMs, { intervals: [50] }).toBeGreaterThan(STILL_MS);
  return changedMs;
}
