/** @module When waits are over: one timer for all requests of a channel, since a timer each is most of what a short request costs a page. */
import type { Clock } from '../time/clock.ts';

interface Wait {
  readonly dueMs: number;
  readonly onOver: () => void;
}

interface Timer {
  readonly dueMs: number;
  readonly stop: () => void;
}

/** Calls whoever waits when its time is over. The timer stays set when a wait ends before, so that the next one finds it there. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #waits = new Set<Wait>();
  #timer: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `onOver` once after so many milliseconds; the answer cancels it. */
  add(timeoutMs: number, onOver: () => void): () => void {
    const wait = { dueMs: this.#nowMs() + timeoutMs, onOver };
    this.#waits.add(wait);
    this.#setTimer(wait.dueMs);
    return () => {
      this.#waits.delete(wait);
    };
  }

  /** Forgets everybody who waits. */
  close(): void {
    this.#waits.clear();
    this.#timer?.stop();
    this.#timer = undefined;
  }

  #setTimer(dueMs: number): void {
    if (this.#timer !== undefined && this.#timer.dueMs <= dueMs) return;
    this.#timer?.stop();
    const stop = this.#clock.schedule(Math.max(0, dueMs - this.#nowMs()), () => this.#look(dueMs));
    this.#timer = { dueMs, stop };
  }

  /** A timer that fires is due, whatever a clock of another kind says. */
  #look(dueMs: number): void {
    this.#timer = undefined;
    const nowMs = Math.max(dueMs, this.#nowMs());
    for (const wait of this.#waits) {
      if (wait.dueMs > nowMs) this.#setTimer(wait.dueMs);
      else if (this.#waits.delete(wait)) wait.onOver();
    }
  }

  #nowMs(): number {
    return this.#clock.now?.() ?? performance.now();
  }
}
