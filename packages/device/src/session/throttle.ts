/** @module Does something soon, but not too often. */
import type { Clock } from '../media/clock.ts';

/** What a {@link Throttle} needs. */
export interface ThrottleOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly task: () => void;
}

/** Runs a task at once, or when the interval since its last run is over; what is asked for in between is one run. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #ranMs = Number.NEGATIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Asks for a run. */
  run(): void {
    if (this.#stopTimer !== undefined) return;
    const { clock, intervalMs } = this.#options;
    const waitMs = this.#ranMs + intervalMs - clock.steadyMs();
    if (waitMs <= 0) this.#run();
    else this.#stopTimer = clock.schedule(waitMs, () => this.#run());
  }

  /** Forgets what was asked for. */
  cancel(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #run(): void {
    this.#stopTimer = undefined;
    this.#ranMs = this.#options.clock.steadyMs();
    this.#options.task();
  }
}
