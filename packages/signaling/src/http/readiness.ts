/** @module Whether what the service stands on answers. */

/** Longest time for one part to answer, in milliseconds. Reason: whoever asks waits a few seconds at most. */
const PART_TIMEOUT_MS = 2_000;

/** A part, and how it is asked: a promise that resolves while it answers. */
export type ReadinessParts = Readonly<Record<string, () => Promise<void>>>;

/** Asks all parts; who asks meanwhile gets the same answer, so that many askers cost no more than one. */
export class Readiness {
  readonly #parts: ReadinessParts;
  #asking: Promise<Readonly<Record<string, boolean>>> | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** Each part by its name, and whether it answered in time. */
  parts(): Promise<Readonly<Record<string, boolean>>> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<Readonly<Record<string, boolean>>> {
    const asked = Object.entries(this.#parts).map(async ([name, ask]) => [name, await answers(ask)] as const);
    return Object.fromEntries(await Promise.all(asked));
  }
}

async function answers(ask: () => Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), PART_TIMEOUT_MS);
  try {
    const answer = ask().then(
      () => true,
      () => false,
    );
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
