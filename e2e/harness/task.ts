/** @module What a task costs a person: taps, and the time until the page shows what they wanted. */
import type { Locator } from '@playwright/test';

/** Taps a control, and counts it. */
export type Tap = (control: Locator) => Promise<void>;

/** Does a task, prints what it cost, and resolves with the number of taps; `act` ends once the page shows what the person wanted. */
export async function task(name: string, act: (tap: Tap) => Promise<void>): Promise<number> {
  let taps = 0;
  const begun = performance.now();
  await act(async (control) => {
    taps += 1;
    await control.click();
  });
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(`task "${name}": ${taps} taps, ${seconds.toFixed(1)} s\n`);
  return taps;
}
