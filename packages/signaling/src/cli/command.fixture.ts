/** @module The command as a process of its own, for tests. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EdgeError } from '@longwire/protocol';
import { vi } from 'vitest';
import { createProgram } from './program.ts';

/** How Node runs the command from its sources. */
export const COMMAND: readonly string[] = [
  '--conditions=longwire-source',
  fileURLToPath(new URL('main.ts', import.meta.url)),
];

/** How a command ended. */
export interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command runs with. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on stdin; nothing unless said. */
  readonly input?: string;
}

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...COMMAND, ...args], { env: { ...process.env, ...env } });
}

/** Runs a command to its end. */
export async function run(args: readonly string[], { env, input = '' }: RunOptions = {}): Promise<Output> {
  const child = start(args, env);
  const closed = once(child, 'close');
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

/** Runs a command to its end in this process, which is many times faster than one of its own. */
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
  /** `http://…` or `https://…` as it says; empty when it did not start. */
  readonly url: string;
  readonly pid: number | undefined;
  /** What stands on stderr by now. */
  readonly errors: () => string;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Output>;
}

/** Starts `serve` on any free port unless `args` say another; it is ended when the test is. */
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
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
