/** @module What a step of a command that looks whether all is well finds: `longwire-device doctor`, `longwire-signaling check`. */

/** One finding. A warning is something that works and may not be wanted. */
export interface Verdict {
  readonly kind: 'good' | 'warning' | 'bad' | 'skipped';
  /** What was looked at: a short name that stays the same. */
  readonly step: string;
  /** What was found, in words for people, without secrets. */
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
}

/** All is well. */
export const good = (step: string, text: string): Verdict => ({ kind: 'good', step, text });

/** It works, but. */
export const warning = (step: string, text: string, todo: string): Verdict => ({
  kind: 'warning',
  step,
  text,
  todo,
});

/** It does not work until something is done. */
export const bad = (step: string, text: string, todo: string): Verdict => ({ kind: 'bad', step, text, todo });

/** Not looked at, because there is nothing to look at, or because of what was found before. */
export const skipped = (step: string, text: string): Verdict => ({ kind: 'skipped', step, text });

const MARKS = { good: 'ok     ', warning: 'warning', bad: 'BAD    ', skipped: 'skipped' } as const;

/** A finding for people: one line, and one for what to do. */
export function formatVerdict({ kind, step, text, todo }: Verdict): string {
  const line = `${MARKS[kind]}  ${step}: ${text}`;
  return todo === undefined ? line : `${line}\n         -> ${todo}`;
}
