/** @module What connecting did and when: plain data, without addresses, tokens or any other secret. */
import type { Clock } from '../../time/clock.ts';

/** Facts of a step; what must not be exported never gets in here. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

/** One thing that happened. */
export interface TraceStep extends TraceFacts {
  /** Milliseconds since connecting began. */
  readonly atMs: number;
  /** What happened: a name that stays the same. */
  readonly step: string;
}

/** The trace of one connect; `JSON.stringify` makes of it what can be sent to whoever is to help. */
export interface ConnectTrace {
  /** Which attempt of its session this is, from 1. */
  readonly attempt: number;
  readonly steps: readonly TraceStep[];
  /** How many steps there was no room for. */
  readonly dropped: number;
}

/** Most steps that are kept. Reason: the other side chooses how many candidates it sends; an ordinary connect has thirty. */
export const MAX_TRACE_STEPS = 500;

/** Collects the steps of one connect. */
export class Trace {
  readonly #now: () => number;
  readonly #attempt: number;
  readonly #steps: TraceStep[] = [];
  #startMs: number | undefined;
  #dropped = 0;

  constructor(clock: Clock, attempt = 1) {
    this.#now = () => clock.now?.() ?? performance.now();
    this.#attempt = attempt;
  }

  /** Notes a step at this moment; the first one is the beginning. */
  mark(step: string, facts: TraceFacts = {}): void {
    const now = this.#now();
    this.#startMs ??= now;
    if (this.#steps.length < MAX_TRACE_STEPS) this.#steps.push({ atMs: now - this.#startMs, step, ...facts });
    else this.#dropped += 1;
  }

  /** What was noted so far. */
  export(): ConnectTrace {
    return { attempt: this.#attempt, steps: [...this.#steps], dropped: this.#dropped };
  }
}
