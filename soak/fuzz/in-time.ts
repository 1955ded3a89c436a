/** @module What an entrance has to do in time with any input. */
import { clockOf, withLimits } from '@longwire/protocol';

/** Far above what any input takes, in milliseconds. */
const LIMIT_MS = 4_000;

const error = (limitMs: number): Error => new Error(`no end within ${limitMs} ms`);

/** Waits for it. @throws Error when it takes too long: something waits for ever */
export async function inTime(task: Promise<unknown>): Promise<void> {
  await withLimits({ time: { clock: clockOf(globalThis), limitMs: LIMIT_MS, error } }, () => task);
}
