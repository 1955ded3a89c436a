/** @module Schedules pings: each socket once per interval, spread over the interval. */
import type { Clock } from '@longwire/protocol';
import { every } from '@longwire/protocol';

/** Options of {@link Heartbeats}. */
export interface HeartbeatsOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  /** Called with each turn, for the sockets that were opened in that turn. */
  readonly beat: (turn: number) => void;
}

/** Turns per interval. Reason: ten thousand pings at once would delay everything else. */
const TURNS = 20;

/**
 * One timer for all sockets of a node. Reason: one per socket would take megabytes for ten thousand
 * (docs/adr/0024).
 */
export class Heartbeats implements Disposable {
  readonly #options: HeartbeatsOptions;
  readonly #timer: Disposable;
  #turn = 0;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#timer = every(options.clock, options.intervalMs / TURNS, () => this.#takeTurn());
  }

  /** The latest turn: a socket that opens now is pinged a full interval later. */
  get turn(): number {
    return this.#turn;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #takeTurn(): void {
    this.#turn = (this.#turn + 1) % TURNS;
    this.#options.beat(this.#turn);
  }
}
