/** @module Commands of the service and of the device that tests use to set things up, all run by one process. Their own tests run each as a process. */
import { fork, type ChildProcess } from 'node:child_process';
import { COMMANDS, ROOT } from './paths.ts';

/** Time limit for a command, in milliseconds. Reason: a busy machine starts the process in seconds. */
const COMMAND_TIMEOUT_MS = 60_000;

/** A command, as the process that runs it receives it. */
export interface CommandRequest {
  readonly id: number;
  readonly program: 'signaling' | 'device';
  readonly args: readonly string[];
}

/** What it printed, or the error that ended it. */
export interface CommandResult {
  readonly id: number;
  readonly ok: boolean;
  readonly output: string;
}

/** The commands that wait for their result. */
const pending = new Map<number, PromiseWithResolvers<CommandResult>>();

let running: ChildProcess | undefined;
let commandsMade = 0;

function failAll(reason: unknown): void {
  running = undefined;
  for (const { reject } of pending.values())
    reject(new Error(`the command process ended: ${String(reason)}`));
}

/** It ends with this process, which closes the channel between them, and does not keep it from ending. */
function start(): ChildProcess {
  const child = fork(COMMANDS, { cwd: ROOT, execArgv: ['--conditions=longwire-source'] });
  child.on('message', (result: CommandResult) => pending.get(result.id)?.resolve(result));
  child.once('error', failAll).once('exit', failAll);
  child.unref();
  child.channel?.unref();
  return child;
}

/** Runs a command to its end. Returns what it printed. @throws Error with its error when it failed. */
export async function runCommand(
  program: CommandRequest['program'],
  args: readonly string[],
): Promise<string> {
  const id = (commandsMade += 1);
  const result = Promise.withResolvers<CommandResult>();
  const timeout = setTimeout(
    () => result.reject(new Error(`${program} ${args.join(' ')} took more than ${COMMAND_TIMEOUT_MS} ms`)),
    COMMAND_TIMEOUT_MS,
  );
  pending.set(id, result);
  try {
    running ??= start();
    running.send({ id, program, args } satisfies CommandRequest);
    const { ok, output } = await result.promise;
    if (!ok) throw new Error(`${program} ${args.join(' ')}: ${output}`);
    return output.trim();
  } finally {
    clearTimeout(timeout);
    pending.delete(id);
  }
}
