/** @module Runs a program for what it prints. */
import { execFile } from 'node:child_process';
import { hasErrorCode } from '@longwire/protocol';

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly errors: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slow' };

/** Most that is kept of what a program prints, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs a program to its end, or for as long as it may take. */
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
