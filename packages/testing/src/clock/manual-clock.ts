/** @module A clock that moves only when a test advances it. */
import type { Clock } from '@longwire/protocol';

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Both times advance together, unless the wall clock is set. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #elapsedMs = 0;
  #wallOffsetMs: number;

  /** Starts at a wall time in milliseconds since the epoch; default: the beginning of 2026. */
  constructor(wallMs: number = Date.UTC(2026, 0, 1)) {
    this.#wallOffsetMs = wallMs;
  }

  /** How many timers are pending. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds since the clock was made. */
  monotonic(): number {
    return this.#elapsedMs;
  }

  /** Milliseconds since the epoch. */
  wall(): number {
    return this.#elapsedMs + this.#wallOffsetMs;
  }

  /** Calls `task` after `delayMs`. Returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void {
    const timer = { dueMs: this.#elapsedMs + delayMs, task };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Sets only the wall clock forward, or back with a negative number. */
  moveWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** Advances the clock and fires the timers that are due, in order of their due time. */
  advance(byMs: number): void {
    const untilMs = this.#elapsedMs + byMs;
    for (let timer = this.#next(untilMs); timer !== undefined; timer = this.#next(untilMs)) {
      this.#timers.delete(timer);
      this.#elapsedMs = Math.max(this.#elapsedMs, timer.dueMs);
      timer.task();
    }
    this.#elapsedMs = untilMs;
  }

  /** Advances the clock without firing timers, like a suspended machine. */
  sleep(durationMs: number): void {
    this.#elapsedMs += durationMs;
  }

  #next(untilMs: number): Timer | undefined {
    const due = [...this.#timers].filter(({ dueMs }) => dueMs <= untilMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
  }
}
