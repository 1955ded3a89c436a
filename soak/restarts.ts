/** @module What is restarted in a run of numbered requests, and when: chosen by the seed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../packages/device/fuzz/random.ts';

/** One way to restart something, which stays away in between. */
export interface Restart {
  readonly name: string;
  readonly end: () => Promise<unknown> | void;
  readonly begin: () => Promise<unknown> | void;
}

/** Longest time between two restarts of a lane, and longest time that something is away, in milliseconds. */
const MAX_REST_MS = 6_000;
const MAX_AWAY_MS = 3_000;

/** Restarts one after the other until its signal is aborted. Counts them by name. */
export async function restartAtRandom(
  restarts: readonly [Restart, ...Restart[]],
  random: Random,
  { signal, counts }: { readonly signal: AbortSignal; readonly counts: Map<string, number> },
): Promise<void> {
  while (!signal.aborted) {
    await delay(random.below(MAX_REST_MS), undefined, { signal }).catch(() => undefined);
    const { name, end, begin } = random.pick(restarts);
    const awayMs = random.below(MAX_AWAY_MS);
    if (signal.aborted) return;
    await end();
    await delay(awayMs);
    await begin();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}
