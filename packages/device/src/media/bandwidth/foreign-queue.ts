/** @module Recognizes a long queue that others make: a download over TCP keeps it full whatever this connection sends. */

/** A queue from this length on, in milliseconds, is long. Reason: a download that follows the delay (BBR) keeps less than a tenth of a second full. */
const LONG_MS = 60;
/** A queue below this length, in milliseconds, has emptied. */
const EMPTY_MS = 50;
/** How long a queue stays long, in milliseconds, before half the pace shows who makes it; soon after others did, it is tried at once. */
const PATIENCE_MS = 1_500;
/** How long it is tried, in milliseconds, and by how much this connection's own queue becomes shorter at least meanwhile: at half the pace, by half the time. */
const TRIAL_MS = 500;
const SHORTENED_MS = 100;
/** How long a foreign queue is believed in, in milliseconds, before it is tried again. */
const BELIEVED_MS = 12_000;
/** How long it is expected back after it has emptied, in milliseconds: a download empties it with each loss. */
const EXPECTED_MS = 30_000;

/** Who makes the queue: this connection; others, or they are expected to; others as before, perhaps. */
export type QueueKind = 'own' | 'foreign' | 'tried again';

/** One report. */
export interface QueueReport {
  readonly queueMs: number;
  /** The current rate, and what arrives, in bit/s. */
  readonly rate: number;
  readonly arriving: number;
  readonly nowMs: number;
}

type State =
  | { readonly kind: 'short' }
  /** Long. `rate` is what arrived before. */
  | { readonly kind: 'long'; readonly sinceMs: number; readonly rate: number }
  /** Long, and at half the pace for a moment. */
  | { readonly kind: 'tried'; readonly sinceMs: number; readonly rate: number; readonly queueMs: number }
  | { readonly kind: 'foreign'; readonly sinceMs: number };

/** Follows the queue of one connection. */
export class ForeignQueue {
  #state: State = { kind: 'short' };
  /** The last foreign queue, with the rate beside it. */
  #last: { readonly atMs: number; readonly rate: number } | undefined;
  #isExpected = false;

  /** Who makes the queue. */
  get kind(): QueueKind {
    const { kind } = this.#state;
    if (kind === 'foreign' || (kind === 'short' && this.#isExpected)) return 'foreign';
    return kind === 'tried' && this.#isExpected ? 'tried again' : 'own';
  }

  /** Whether half the pace shows who makes the queue. */
  get isTried(): boolean {
    return this.#state.kind === 'tried';
  }

  /**
   * Takes the length of the queue. Returns what the line carried when the queue became long once others turn out to make it: going
   * down was of no use.
   */
  update({ queueMs, rate, arriving, nowMs }: QueueReport): number | undefined {
    const state = this.#state;
    this.#isExpected = this.#last !== undefined && nowMs - this.#last.atMs < EXPECTED_MS;
    if (state.kind === 'foreign') this.#last = { atMs: nowMs, rate };
    if (queueMs < EMPTY_MS) {
      // It was this connection's own, since it emptied at half the pace.
      if (state.kind === 'tried') this.#last = undefined;
      this.#state = { kind: 'short' };
    } else if (state.kind === 'short') {
      if (queueMs >= LONG_MS) this.#becomeLong(Math.min(rate, arriving), nowMs);
    } else if (state.kind === 'foreign') {
      if (nowMs - state.sinceMs > BELIEVED_MS) this.#becomeLong(rate, nowMs);
    } else if (state.kind === 'long') {
      if (this.#isExpected || nowMs - state.sinceMs >= PATIENCE_MS)
        this.#state = { ...state, kind: 'tried', sinceMs: nowMs, queueMs };
    } else if (queueMs < state.queueMs - SHORTENED_MS) {
      this.#state = { kind: 'long', sinceMs: nowMs, rate: state.rate };
    } else if (nowMs - state.sinceMs >= TRIAL_MS) {
      this.#state = { kind: 'foreign', sinceMs: nowMs };
      return state.rate;
    }
    return undefined;
  }

  #becomeLong(rate: number, nowMs: number): void {
    const before = this.#isExpected ? (this.#last?.rate ?? 0) : 0;
    this.#state = { kind: 'long', sinceMs: nowMs, rate: Math.max(rate, before) };
  }
}
