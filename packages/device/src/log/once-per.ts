/** @module Something that is told now and then, however often it happens. */

/** How often, and by which clock. */
export interface OncePerOptions {
  /** In milliseconds; {@link WARNING_INTERVAL_MS} unless given. */
  readonly intervalMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/** Between two warnings about the same thing, in milliseconds. Reason: what a client brings about it can bring about thirty times a second. */
const WARNING_INTERVAL_MS = 60_000;

/** Lets one through in each interval. */
export class OncePer {
  readonly #intervalMs: number;
  readonly #nowMs: () => number;
  #lastMs: number | undefined;

  constructor({ intervalMs = WARNING_INTERVAL_MS, nowMs = () => performance.now() }: OncePerOptions = {}) {
    this.#intervalMs = intervalMs;
    this.#nowMs = nowMs;
  }

  /** Whether this one is let through. */
  take(): boolean {
    const nowMs = this.#nowMs();
    if (this.#lastMs !== undefined && nowMs - this.#lastMs < this.#intervalMs) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
