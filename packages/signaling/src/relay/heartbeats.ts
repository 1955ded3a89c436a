/** @module When each socket is pinged: once an interval, not all of them at the same moment. */
import type { Clock } from '../clock/clock.ts';

/** What the heartbeats of a node need. */
export interface HeartbeatsOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  /** It is the turn of those sockets that came in this turn. */
  readonly beat: (turn: number) => void;
}

/** So many times in an interval some of the sockets have their turn. Reason: ten thousand pings at once would hold up everything else. */
const TURNS = 20;

/** One timer for all sockets of a node. Reason: one for each of ten thousand are megabytes (docs/adr/0024). */
export class Heartbeats implements Disposable {
  readonly #options: HeartbeatsOptions;
  readonly #timer: Disposable;
  #turn = 0;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
    this.#timer = options.clock.every(options.intervalMs / TURNS, () => this.#takeTurn());
  }

  /** The turn that was last: for a socket that comes now it is an interval away. */
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
