/** @module A clock that stands still until a test moves it. */

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Timers that fire only in {@link ManualClock.advance}. */
export class ManualClock {
  #nowMs = 0;
  readonly #timers = new Set<Timer>();

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#nowMs;
  }

  /** Calls `task` when the clock has moved on by `delayMs`; the answer cancels it. */
  schedule(delayMs: number, task: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, task };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Moves the clock and fires what is due, in the order it is due. */
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
