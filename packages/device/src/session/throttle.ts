/** @module Limits how often a task runs. */
import type { Clock } from '@longwire/protocol';

/** Options of {@link Throttle}. */
export interface ThrottleOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly task: () => void;
}

/** Runs a task immediately, or once the interval since its last run is over; several requests in between cause one run. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #ranMs = Number.NEGATIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Requests a run. */
  run(): void {
    if (this.#stopTimer !== undefined) return;
    const { clock, intervalMs } = this.#options;
    const waitMs = this.#ranMs + intervalMs - clock.monotonic();
    if (waitMs <= 0) this.#run();
    else this.#stopTimer = clock.schedule(waitMs, () => this.#run());
  }

  /** Cancels a pending run. */
  cancel(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #run(): void {
    this.#stopTimer = undefined;
    this.#ranMs = this.#options.clock.monotonic();
    this.#options.task();
  }
}
