/** @module Checks that the service's dependencies respond. */
import { clockOf, withLimits } from '@longwire/protocol';

/** Time limit per dependency, in milliseconds. Reason: load balancers wait a few seconds at most. */
const PART_TIMEOUT_MS = 2_000;

/** Dependencies by name, each with a check that resolves if it responds. */
export type ReadinessParts = Readonly<Record<string, () => Promise<void>>>;

/** Checks all dependencies; concurrent callers share one check. */
export class Readiness {
  readonly #parts: ReadinessParts;
  #asking: Promise<Readonly<Record<string, boolean>>> | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Whether each dependency responded in time, by name. */
  parts(): Promise<Readonly<Record<string, boolean>>> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<Readonly<Record<string, boolean>>> {
    const asked = Object.entries(this.#parts).map(async ([name, ask]) => [name, await answers(ask)] as const);
    return Object.fromEntries(await Promise.all(asked));
  }
}

function answers(ask: () => Promise<void>): Promise<boolean> {
  return withLimits({ time: { clock: clockOf(globalThis), limitMs: PART_TIMEOUT_MS } }, ask).then(
    () => true,
    () => false,
  );
}
