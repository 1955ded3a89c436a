/** @module One result of a diagnostic command: `longwire-device doctor`, `longwire-signaling check`. */

/** One result. A warning works but may not be intended. */
export interface Verdict {
  readonly kind: 'good' | 'warning' | 'bad' | 'skipped';
  /** What was checked: a short, stable name. */
  readonly step: string;
  /** The result, for people, without secrets. */
  readonly text: string;
  /** What to do about it. */
  readonly todo?: string;
}

/** The check passed. */
export const good = (step: string, text: string): Verdict => ({ kind: 'good', step, text });

/** It works, but may not be intended. */
export const warning = (step: string, text: string, todo: string): Verdict => ({
  kind: 'warning',
  step,
  text,
  todo,
});

/** It does not work until the user acts. */
export const bad = (step: string, text: string, todo: string): Verdict => ({ kind: 'bad', step, text, todo });

/** Not checked: not applicable, or an earlier result rules it out. */
export const skipped = (step: string, text: string): Verdict => ({ kind: 'skipped', step, text });

const MARKS = { good: 'ok     ', warning: 'warning', bad: 'BAD    ', skipped: 'skipped' } as const;

/** A result for people: one line, and one for what to do. */
export function formatVerdict({ kind, step, text, todo }: Verdict): string {
  const line = `${MARKS[kind]}  ${step}: ${text}`;
  return todo === undefined ? line : `${line}\n         -> ${todo}`;
}
