/**
 * @module The findings of the doctor as text for support. The client has removed the secrets from its findings, and nothing added here
 * contains one.
 */

import type { Finding } from '@longwire/client/diagnostics';
import { hideSecrets } from '../path/hide-secrets.ts';
import type { Conclusion } from './conclusion.ts';

const MARKS = { good: 'ok     ', warning: 'warning', bad: 'BAD    ', skipped: 'skipped' } as const;

/** Input of the report. */
export interface DoctorReport {
  readonly conclusion: Conclusion | undefined;
  readonly findings: readonly Finding[];
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** The user agent of the browser. */
  readonly browser: string;
}

/** Writes the report. */
export function doctorReport({ conclusion, findings, secrets, atMs, browser }: DoctorReport): string {
  const lines = findings.map(({ kind, step, text, code, elapsedMs, facts }) => {
    const line = `${MARKS[kind]}  ${step} [${code}] ${text} (${Math.round(elapsedMs)} ms)`;
    return facts === undefined ? line : `${line}\n         ${JSON.stringify(facts)}`;
  });
  const body = hideSecrets([`conclusion: ${conclusion?.kind ?? 'none yet'}`, ...lines].join('\n'), secrets);
  return `longwire doctor, ${new Date(atMs).toISOString()}\n${browser}\n${body}`;
}
