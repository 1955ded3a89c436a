/** @module Time limits with one timer for all requests of a channel: a timer each is most of the cost of a short request. */
import type { Clock } from '../time/clock.ts';

interface Wait {
  readonly dueMs: number;
  readonly onOver: () => void;
}

interface Timer {
  readonly dueMs: number;
  readonly stop: () => void;
}

/** Calls back at each deadline. The timer stays set when a wait ends early, so that the next wait can reuse it. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #waits = new Set<Wait>();
  #timer: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `onOver` once after `timeoutMs`; returns a function that cancels it. */
  add(timeoutMs: number, onOver: () => void): () => void {
    const wait = { dueMs: this.#nowMs() + timeoutMs, onOver };
    this.#waits.add(wait);
    this.#setTimer(wait.dueMs);
    return () => {
      this.#waits.delete(wait);
    };
  }

  /** Cancels all waits. */
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

  /** A timer that fires is due, even if another clock disagrees. */
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
