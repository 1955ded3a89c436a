/** @module The steps of connecting and their times: plain data without addresses, tokens or other secrets. */
import type { Clock } from '@longwire/protocol';

/** Facts of a step; never contains anything that must not be exported. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

/** One step of connecting. */
export interface TraceStep extends TraceFacts {
  /** Milliseconds since connecting began. */
  readonly atMs: number;
  /** A stable name. */
  readonly step: string;
}

/** The trace of one connect; as JSON it can be sent to a supporter. */
export interface ConnectTrace {
  /** Which attempt of its session this is, from 1. */
  readonly attempt: number;
  readonly steps: readonly TraceStep[];
  /** Number of steps beyond the limit. */
  readonly dropped: number;
}

/** Maximum number of stored steps. Reason: the other side chooses how many candidates it sends; an ordinary connect has thirty. */
export const MAX_TRACE_STEPS = 500;

/** Collects the steps of one connect. */
export class Trace {
  readonly #clock: Clock;
  readonly #attempt: number;
  readonly #steps: TraceStep[] = [];
  #startMs: number | undefined;
  #dropped = 0;

  constructor(clock: Clock, attempt = 1) {
    this.#clock = clock;
    this.#attempt = attempt;
  }

  /** Records a step now; the first one sets the start time. */
  mark(step: string, facts: TraceFacts = {}): void {
    const now = this.#clock.monotonic();
    this.#startMs ??= now;
    if (this.#steps.length < MAX_TRACE_STEPS) this.#steps.push({ atMs: now - this.#startMs, step, ...facts });
    else this.#dropped += 1;
  }

  /** Returns the recorded steps. */
  export(): ConnectTrace {
    return { attempt: this.#attempt, steps: [...this.#steps], dropped: this.#dropped };
  }
}
