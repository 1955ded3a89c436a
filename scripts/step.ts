/** @module Runs one tool of the tool chain and says what it was, how long it took and whether it passed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, '..');

export interface StepOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command with the terminal's own input and output; answers whether it ended with status 0. */
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
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
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
