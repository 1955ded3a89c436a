/** @module The steps of the newest connect as spans of time. */

import type { ConnectTrace, TraceStep } from '../diagnostics-wire.ts';
import { CONNECT_STEPS } from '../wire.ts';

/** One of the steps that a connection takes. */
export type ConnectSpanName = (typeof CONNECT_STEPS)[number];

/** How long a step took; `endMs` is missing while it is under way. */
export interface ConnectSpan {
  readonly name: ConnectSpanName;
  readonly startMs: number;
  readonly endMs: number | undefined;
}

/** A connect as it went. */
export interface ConnectCourse {
  readonly attempt: number;
  readonly spans: readonly ConnectSpan[];
  readonly totalMs: number;
  /** How it ended; missing while it is under way. */
  readonly end: 'connected' | 'failed' | undefined;
}

/** Reads a trace: each step lasts until the next one, the last one until it was connected or given up. */
export function connectCourse({ attempt, steps }: ConnectTrace): ConnectCourse {
  const marks = steps.filter(({ step }) => step === 'connected' || step === 'closed' || isSpan(step));
  const endAt = marks.findIndex(({ step }) => !isSpan(step));
  const end = marks[endAt];
  const course = endAt < 0 ? marks : marks.slice(0, endAt);
  const spans = course.flatMap(({ step, atMs }, index): ConnectSpan[] =>
    isSpan(step) ? [{ name: step, startMs: atMs, endMs: (course[index + 1] ?? end)?.atMs }] : [],
  );
  return {
    attempt,
    spans,
    totalMs: (end ?? steps.at(-1))?.atMs ?? 0,
    end: end === undefined ? undefined : end.step === 'connected' ? 'connected' : 'failed',
  };
}

function isSpan(step: TraceStep['step']): step is ConnectSpanName {
  return CONNECT_STEPS.some((known) => known === step);
}

/** What a connect that found no way has tried. */
export interface Tried {
  /** Kinds of addresses that this browser had, such as `host` and `relay`. */
  readonly local: readonly string[];
  /** Kinds of addresses that the device told. */
  readonly remote: readonly string[];
  readonly pairs: number;
  /** Whether this browser had a relay to try. */
  readonly hasRelay: boolean;
}

/** What was tried, as far as the trace tells. */
export function triedOf({ steps }: ConnectTrace): Tried {
  const kinds = (step: string): string[] => [
    ...new Set(steps.filter((mark) => mark.step === step).map((mark) => String(mark['type']))),
  ];
  const local = kinds('local-candidate');
  return {
    local,
    remote: kinds('candidate-received'),
    pairs: steps.filter(({ step }) => step === 'pair').length,
    hasRelay: local.includes('relay'),
  };
}

/** A trace for whoever looks closer: a line for each mark. */
export function traceLines({ steps }: ConnectTrace): readonly string[] {
  return steps.map(({ atMs, step, ...facts }) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`);
    return [`${atMs.toFixed(1).padStart(8)} ms`, step, ...words].join('  ');
  });
}
