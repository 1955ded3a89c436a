/** @module Finds out that the machine slept, or the page was frozen: time went on, and timers did not. */
import type { Clock } from '../time/clock.ts';

/** What a watch works with. */
export interface WakeWatchOptions {
  readonly clock: Clock;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  readonly onWake: () => void;
}

/** How often the time is looked at, in milliseconds. */
export const WAKE_CHECK_MS = 10_000;

/**
 * How much longer than a check's time is a sleep, in milliseconds. Reason: the timers of a page in the background may
 * come once a minute, and a peer connection that is silent for less than half a minute is still there.
 */
export const SLEEP_MS = 65_000;

/** Looks at the time of day now and then. */
export class WakeWatch {
  readonly #options: WakeWatchOptions;
  #lastMs: number;
  #stop: () => void;

  constructor(options: WakeWatchOptions) {
    this.#options = options;
    this.#lastMs = options.now();
    this.#stop = this.#schedule();
  }

  /** Looks now; a clock that was set back is no sleep. */
  check(): void {
    const { now, onWake } = this.#options;
    const nowMs = now();
    const isAwake = nowMs - this.#lastMs < WAKE_CHECK_MS + SLEEP_MS;
    this.#lastMs = nowMs;
    if (!isAwake) onWake();
  }

  close(): void {
    this.#stop();
  }

  #schedule(): () => void {
    return this.#options.clock.schedule(WAKE_CHECK_MS, () => {
      this.#stop = this.#schedule();
      this.check();
    });
  }
}
