/** @module Runs the command as a separate process, for tests. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EdgeError } from '@longwire/protocol';
import { vi } from 'vitest';
import { createProgram } from './program.ts';

/** Arguments with which Node runs the command from source. */
export const COMMAND: readonly string[] = [
  '--conditions=longwire-source',
  fileURLToPath(new URL('main.ts', import.meta.url)),
];

/** Exit code and output of a command. */
export interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of {@link run}. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Input on stdin; empty by default. */
  readonly input?: string;
}

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...COMMAND, ...args], { env: { ...process.env, ...env } });
}

/** Runs a command to completion. */
export async function run(args: readonly string[], { env, input = '' }: RunOptions = {}): Promise<Output> {
  const child = start(args, env);
  const closed = once(child, 'close');
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

/** Runs a command in this process, which is many times faster than in a separate one. */
export async function runHere(args: readonly string[]): Promise<Output> {
  let stdout = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((...given: unknown[]) => {
    stdout += String(given[0]);
    for (const done of given) if (typeof done === 'function') done();
    return true;
  });
  try {
    await createProgram((program) => program.exitOverride()).parseAsync(args, { from: 'user' });
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return { code: 1, stdout, stderr: `${error.message} (${error.code})\n` };
  } finally {
    write.mockRestore();
  }
}

/** A running `serve`. */
export interface Serving extends AsyncDisposable {
  /** `http://…` or `https://…` as printed; empty if it did not start. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Output on stderr so far. */
  readonly errors: () => string;
  signal(signal: NodeJS.Signals): void;
  /** Closes the pipe of stderr: each line that is written from now on is an error. */
  closeLog(): void;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<Output>;
}

/** Starts `serve` on any free port unless `args` has one; stops it when the test ends. */
export async function serve(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Serving> {
  const child = start(['serve', ...(args.includes('--port') ? [] : ['--port', '0']), ...args], env);
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), closed]);
  const stop = async (): Promise<Output> => {
    child.kill('SIGTERM');
    await closed;
    return { code: child.exitCode, stdout: lines.join('\n'), stderr };
  };
  const url = /https?:\S+/.exec(lines.join('\n'))?.[0] ?? '';
  return {
    url,
    pid: child.pid,
    errors: () => stderr,
    signal: (signal) => void child.kill(signal),
    closeLog: () => void child.stderr.destroy(),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
