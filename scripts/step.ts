/** @module Runs one tool of the tool chain and says what it was, how long it took and whether it passed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, '..');

export interface StepOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What ends this process and not by itself what it runs: a terminal's Ctrl-C reaches both. */
const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/** Runs a command with the terminal's own output; answers whether it ended with status 0. It ends with this process. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: StepOptions = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const handleEnding = (signal: NodeJS.Signals): void => {
    child.once('exit', () => process.kill(process.pid, signal));
    child.kill(signal);
  };
  for (const signal of ENDING) process.once(signal, handleEnding);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code === 0));
    });
  } finally {
    for (const signal of ENDING) process.off(signal, handleEnding);
  }
}

/** Runs a named step and prints its outcome. */
export async function step(
  name: string,
  command: string,
  args: readonly string[],
  options: StepOptions = {},
): Promise<boolean> {
  const started = performance.now();
  const passed = await runCommand(command, args, options);
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return passed;
}
