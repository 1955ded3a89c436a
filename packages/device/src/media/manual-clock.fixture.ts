/** @module A clock that only a test advances, which also runs its timers. */
import type { Clock } from './clock.ts';

interface Timer {
  readonly atMs: number;
  readonly task: () => void;
}

/** Both clocks advance together, unless the wall clock is moved. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #steadyMs = 0;
  #wallOffsetMs: number;

  constructor(wallMs: number) {
    this.#wallOffsetMs = wallMs;
  }

  /** The number of pending timers. */
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

  /** Moves only the wall clock. */
  moveWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** Advances the time and runs each timer when it is due. */
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

  /** Advances the time without running timers, like a suspended machine. */
  sleep(durationMs: number): void {
    this.#steadyMs += durationMs;
  }
}
