/** @module A clock that tests control. */
import type { Clock } from '../clock/clock.ts';

interface Timer {
  due: number;
  readonly every: number | undefined;
  readonly task: () => void;
}

/** Does not move until {@link ManualClock.advance} is called. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now = Date.UTC(2026, 0, 1);
  #setMs = 0;

  /** Number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now + this.#setMs;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): Disposable {
    return this.#add({ due: this.#now + ms, every: undefined, task });
  }

  every(ms: number, task: () => void): Disposable {
    return this.#add({ due: this.#now + ms, every: ms, task });
  }

  /** Moves the wall clock forward or back without time passing. */
  set(byMs: number): void {
    this.#setMs += byMs;
  }

  /** Lets time pass; runs due timers in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#now = timer.due;
      if (timer.every === undefined) this.#timers.delete(timer);
      else timer.due += timer.every;
      timer.task();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
  }

  #add(timer: Timer): Disposable {
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }
}
