/** @module The steps of the newest connect as time spans. */

import { CONNECT_STEPS, type ConnectTrace, type TraceStep } from '@longwire/client';

/** One step of a connect. */
export type ConnectSpanName = (typeof CONNECT_STEPS)[number];

/** The duration of a step; `endMs` is undefined while it runs. */
export interface ConnectSpan {
  readonly name: ConnectSpanName;
  readonly startMs: number;
  readonly endMs: number | undefined;
}

/** The course of a connect. */
export interface ConnectCourse {
  readonly attempt: number;
  readonly spans: readonly ConnectSpan[];
  readonly totalMs: number;
  /** The result; undefined while it runs. */
  readonly end: 'connected' | 'failed' | undefined;
}

/** Reads a trace: each step lasts until the next one, the last one until the connect succeeded or failed. */
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
  return CONNECT_STEPS.some((each) => each === step);
}

/** What a connect without a working pair has tried. */
export interface Tried {
  /** Candidate types of this browser, such as `host` and `relay`. */
  readonly local: readonly string[];
  /** Candidate types that the device sent. */
  readonly remote: readonly string[];
  readonly pairs: number;
  /** Whether this browser had a relay to try. */
  readonly hasRelay: boolean;
}

/** The candidates that were tried, according to the trace. */
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

/** A trace as text for a detailed view: one line for each mark. */
export function traceLines({ steps }: ConnectTrace): readonly string[] {
  return steps.map(({ atMs, step, ...facts }) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`);
    return [`${atMs.toFixed(1).padStart(8)} ms`, step, ...words].join('  ');
  });
}
