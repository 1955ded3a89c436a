/** @module The time limits of a channel's requests, with one timer for all: a timer each is most of the cost of a short request. */
import type { Clock, WaitLimits } from '@longwire/protocol';
import type { RequestOptions } from '../request/request-options.ts';

interface Wait {
  readonly dueMs: number;
  readonly onOver: () => void;
}

/** What the limits of a channel are made from. */
interface RequestLimitsOptions {
  readonly clock: Clock;
  /** The limit of a request without one of its own, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** Calls back at each deadline. The timer stays set when a wait ends early, so that the next wait can reuse it. */
export class RequestLimits implements Pick<Clock, 'schedule'> {
  readonly #clock: Clock;
  readonly #requestTimeoutMs: number;
  readonly #waits = new Set<Wait>();
  /** When the timer fires. */
  #timerMs = Infinity;
  #stopTimer: (() => void) | undefined;

  constructor({ clock, requestTimeoutMs }: RequestLimitsOptions) {
    this.#clock = clock;
    this.#requestTimeoutMs = requestTimeoutMs;
  }

  /** The limits of one request: its own time, else the channel's, and its signal. */
  of({ timeoutMs = this.#requestTimeoutMs, signal }: RequestOptions): WaitLimits {
    return { signal, time: { clock: this, limitMs: timeoutMs } };
  }

  /** Calls `onOver` once after `timeoutMs`; returns a function that cancels it. */
  schedule(timeoutMs: number, onOver: () => void): () => void {
    const wait = { dueMs: this.#clock.monotonic() + timeoutMs, onOver };
    this.#waits.add(wait);
    this.#setTimer(wait.dueMs);
    return () => {
      this.#waits.delete(wait);
    };
  }

  /** Cancels all waits. */
  close(): void {
    this.#waits.clear();
    this.#stopTimer?.();
    this.#timerMs = Infinity;
  }

  #setTimer(dueMs: number): void {
    if (this.#timerMs <= dueMs) return;
    this.#stopTimer?.();
    this.#timerMs = dueMs;
    this.#stopTimer = this.#clock.schedule(dueMs - this.#clock.monotonic(), () => this.#look(dueMs));
  }

  /** A timer that fires is due, even if it fires slightly early. */
  #look(dueMs: number): void {
    this.#timerMs = Infinity;
    const nowMs = Math.max(dueMs, this.#clock.monotonic());
    for (const wait of this.#waits) {
      if (wait.dueMs > nowMs) this.#setTimer(wait.dueMs);
      else if (this.#waits.delete(wait)) wait.onOver();
    }
  }
}
