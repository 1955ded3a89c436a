/** @module Runs a program and returns its output. */
import { execFile } from 'node:child_process';
import { hasErrorCode } from '@longwire/protocol';

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly errors: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slow' };

/** Most output that is kept, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs a program until it ends or its time limit is over. */
export function runProgram(program: string, args: readonly string[], timeoutMs: number): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES },
      (error, output, errors) => {
        if (error === null) resolve({ kind: 'done', output });
        else if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'EACCES')) resolve({ kind: 'missing' });
        else resolve(error.killed === true ? { kind: 'slow' } : { kind: 'failed', errors });
      },
    );
  });
}
