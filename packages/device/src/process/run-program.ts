/** @module Runs a program and returns its output. */
import type { Readable } from 'node:stream';
import { reasonOf } from '../log/reason-of.ts';
import { signalGroup } from './signal-child.ts';
import { isMissingProgram, spawnProgram } from './spawn-program.ts';

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly errors: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slow' };

/** Most output of a program, in bytes. Reason: a value is one line. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Options of {@link runProgram}. */
export interface RunOptions {
  /** Written to its stdin. */
  readonly input?: string;
  /** All of its environment; that of this process unless given. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * Runs a program until it ends or its time limit is over; never rejects. A program that takes too long or prints too much is killed, with
 * what it has started: a script leaves the program that it waits for otherwise, one with each run.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  timeoutMs: number,
  { input = '', ...place }: RunOptions = {},
): Promise<ProgramEnd> {
  return new Promise<ProgramEnd>((resolve) => {
    // In a process group of its own.
    const child = spawnProgram(program, args, { ...place, detached: true });
    const end = (result: ProgramEnd): void => {
      clearTimeout(timer);
      // What the program has left behind may keep them open.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
      resolve(result);
    };
    const kill = (result: ProgramEnd): void => {
      signalGroup(child, 'SIGKILL');
      end(result);
    };
    const tooMuch = { kind: 'failed', errors: `printed more than ${MAX_OUTPUT_BYTES} bytes` } as const;
    const output = collect(child.stdout, () => kill(tooMuch));
    const errors = collect(child.stderr, () => kill(tooMuch));
    const endWith = (code: number | null): void =>
      end(code === 0 ? { kind: 'done', output: output() } : { kind: 'failed', errors: errors() });
    const timer = setTimeout(() => {
      if (child.exitCode === null && child.signalCode === null) kill({ kind: 'slow' });
      else endWith(child.exitCode);
    }, timeoutMs);
    child.once('error', (error) =>
      end(isMissingProgram(error) ? { kind: 'missing' } : { kind: 'failed', errors: reasonOf(error) }),
    );
    child.once('close', endWith);
    // A program that does not read its input closes it; its end says whether it has succeeded.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Reads a pipe; returns a function that returns its text. */
function collect(pipe: Readable | null, handleTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  pipe?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) handleTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
