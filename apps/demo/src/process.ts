/** @module Starts the programs of the demo, each as a separate process. */
import { spawn } from 'node:child_process';

/** A program that runs until it is stopped. */
export interface Running {
  /** The first group of the match. */
  readonly match: string;
  readonly ended: Promise<void>;
}

/** Runs a program to its end and returns its standard output. @throws Error with its standard error if it fails. */
export async function runToEnd(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(new Error(`${[command, ...args.slice(0, 3)].join(' ')} ended with ${code}: ${errors.trim()}`));
    });
  });
}

/** Starts a program and resolves once its standard output matches; its log is passed on to ours. The signal stops it. @throws Error if it ends before. */
export async function startUntil(
  command: string,
  args: readonly string[],
  { pattern, signal }: { readonly pattern: RegExp; readonly signal: AbortSignal },
): Promise<Running> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], signal });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const match = pattern.exec(output)?.[1];
      if (match !== undefined) resolve({ match, ended });
    });
  });
}
