/** @module Finds peers that are gone without a word. */
import type { Clock } from '../clock/clock.ts';

/** What a heartbeat needs. */
export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly missedPings: number;
  readonly ping: () => void;
  readonly onDead: () => void;
}

/** Pings at a steady interval; anything heard from the peer proves that it lives. */
export class Heartbeat implements Disposable {
  readonly #options: HeartbeatOptions;
  readonly #timer: Disposable;
  #unanswered = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#timer = options.clock.every(options.intervalMs, () => this.#beat());
  }

  /** Something came from the peer. */
  handleSign(): void {
    this.#unanswered = 0;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #beat(): void {
    if (this.#unanswered >= this.#options.missedPings) {
      this.#options.onDead();
      return;
    }
    this.#unanswered += 1;
    this.#options.ping();
  }
}
