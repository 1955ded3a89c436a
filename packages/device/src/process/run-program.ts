/** @module Runs a program and returns its output. */
import { execFile } from 'node:child_process';
import { reasonOf } from '../log/reason-of.ts';
import { isMissingProgram } from './spawn-program.ts';

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly errors: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slow' };

/** Most output that is kept, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Options of {@link runProgram}. */
export interface RunOptions {
  /** Written to its stdin. */
  readonly input?: string;
  /** All of its environment; that of this process unless given. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a program until it ends or its time limit is over; never rejects. */
export function runProgram(
  program: string,
  args: readonly string[],
  timeoutMs: number,
  { input = '', ...place }: RunOptions = {},
): Promise<ProgramEnd> {
  return new Promise<ProgramEnd>((resolve) => {
    const child = execFile(
      program,
      args,
      { ...place, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES },
      (error, output, errors) => {
        if (error === null) resolve({ kind: 'done', output });
        else resolve(error.killed === true ? { kind: 'slow' } : failureOf(error, errors));
      },
    );
    // A program that does not read its input closes it; its end says whether it has succeeded.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  }).catch((error: unknown) => failureOf(error, reasonOf(error)));
}

function failureOf(error: unknown, errors: string): ProgramEnd {
  return isMissingProgram(error) ? { kind: 'missing' } : { kind: 'failed', errors };
}
