/** @module Limits an event to one per interval. */

/** The interval and its clock. */
export interface OncePerOptions {
  /** In milliseconds; {@link WARNING_INTERVAL_MS} unless given. */
  readonly intervalMs?: number;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}

/** Between two warnings about the same thing, in milliseconds. Reason: a client can trigger one thirty times a second. */
const WARNING_INTERVAL_MS = 60_000;

/** Lets one event through per interval. */
export class OncePer {
  readonly #intervalMs: number;
  readonly #nowMs: () => number;
  #lastMs: number | undefined;

  constructor({ intervalMs = WARNING_INTERVAL_MS, nowMs = () => performance.now() }: OncePerOptions = {}) {
    this.#intervalMs = intervalMs;
    this.#nowMs = nowMs;
  }

  /** Whether this event is let through. */
  take(): boolean {
    const nowMs = this.#nowMs();
    if (this.#lastMs !== undefined && nowMs - this.#lastMs < this.#intervalMs) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
