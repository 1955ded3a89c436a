/** @module A clock that moves only when a test advances it. */

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Timers that fire only in {@link ManualClock.advance}. */
export class ManualClock {
  #nowMs = 0;
  readonly #timers = new Set<Timer>();

  /** How many timers are pending. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#nowMs;
  }

  /** Calls `task` after `delayMs`. Returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, task };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Advances the clock and fires the timers that are due, in order of their due time. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (let timer = this.#next(untilMs); timer !== undefined; timer = this.#next(untilMs)) {
      this.#timers.delete(timer);
      this.#nowMs = timer.dueMs;
      timer.task();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Timer | undefined {
    const due = [...this.#timers].filter(({ dueMs }) => dueMs <= untilMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
  }
}
