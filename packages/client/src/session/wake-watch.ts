/** @module Detects that the machine slept or the page was frozen: the time of day advanced and timers did not. */
import type { Clock } from '@longwire/protocol';

/** Options of a {@link WakeWatch}. */
export interface WakeWatchOptions {
  readonly clock: Clock;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  readonly onWake: () => void;
}

/** Interval between two checks, in milliseconds. */
export const WAKE_CHECK_MS = 10_000;

/**
 * A check that is late by more than this means a sleep, in milliseconds. Reason: timers of a background page may fire
 * once a minute, and a peer connection survives a silence of less than half a minute.
 */
export const SLEEP_MS = 65_000;

/** Compares the time of day with the timers' time. */
export class WakeWatch {
  readonly #options: WakeWatchOptions;
  #lastMs: number;
  #stop: () => void;

  constructor(options: WakeWatchOptions) {
    this.#options = options;
    this.#lastMs = options.now();
    this.#stop = this.#schedule();
  }

  /** Checks now; a clock that was set back is not a sleep. */
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
