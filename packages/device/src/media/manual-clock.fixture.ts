/** @module A clock that stands still until a test moves it; timers run on the way. */
import type { Clock } from './clock.ts';

interface Timer {
  readonly atMs: number;
  readonly task: () => void;
}

/** Both clocks in step, until the one on the wall is moved. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #steadyMs = 0;
  #wallOffsetMs: number;

  constructor(wallMs: number) {
    this.#wallOffsetMs = wallMs;
  }

  /** How many timers are set. */
  get timerCount(): number {
    return this.#timers.size;
  }

  wallMs(): number {
    return this.#steadyMs + this.#wallOffsetMs;
  }

  steadyMs(): number {
    return this.#steadyMs;
  }

  schedule(delayMs: number, task: () => void): () => void {
    const timer = { atMs: this.#steadyMs + delayMs, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves the clock on the wall alone. */
  moveWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** Lets time pass, timer by timer. */
  advance(byMs: number): void {
    const endMs = this.#steadyMs + byMs;
    for (;;) {
      const [due] = [...this.#timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#steadyMs = Math.max(this.#steadyMs, due.atMs);
      due.task();
    }
    this.#steadyMs = endMs;
  }

  /** Lets time pass with nothing running, as on a machine that was asleep. */
  sleep(durationMs: number): void {
    this.#steadyMs += durationMs;
  }
}
