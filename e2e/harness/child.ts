/** @module One process that a test started: its output kept, its lines awaited, ended by its own id. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ROOT } from './paths.ts';

/** How long a process may take to say that it is ready, in milliseconds. */
const READY_TIMEOUT_MS = 60_000;
/** How long a process may take to end after SIGTERM before it is killed, in milliseconds. */
const END_TIMEOUT_MS = 5000;

interface Waiter {
  readonly pattern: RegExp;
  readonly resolve: (match: RegExpExecArray) => void;
  readonly reject: (error: Error) => void;
}

/** What is killed when the test process ends before its fixtures could end it. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) send(child, 'SIGKILL');
}

/** Until it is told that a program could not be started, a signal for it goes to whatever number stands in its place. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(signal);
}

process.once('exit', killAll);
// A signal ends a process without its exit event.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killAll();
    process.kill(process.pid, signal);
  });

/** A running process. */
export class Child {
  readonly name: string;
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly #process: ChildProcessByStdio<null, Readable, Readable>;
  readonly #lines: string[] = [];
  readonly #waiters = new Set<Waiter>();

  /** Runs a program of ours; `within` is a command that runs it somewhere else. */
  constructor(
    name: string,
    args: readonly string[],
    nodeOptions: readonly string[] = [],
    within: readonly string[] = [],
    program: readonly string[] = [process.execPath, ...nodeOptions, '--conditions=longwire-source'],
  ) {
    this.name = name;
    this.#process = start([...within, ...program, ...args]);
    running.add(this.#process);
    this.#read(this.#process.stdout, '');
    this.#read(this.#process.stderr, '[stderr] ');
    this.exited = new Promise((resolve, reject) => {
      this.#process.once('error', reject);
      this.#process.once('close', (code, signal) => {
        running.delete(this.#process);
        const end = signal ?? code ?? 0;
        this.#lines.push(`[ended: ${end}]`);
        this.#failWaiters(new Error(`${name} ended with ${end}\n${this.log}`));
        resolve(end);
      });
    });
  }

  /** Runs any program. */
  static ofCommand(name: string, command: readonly string[]): Child {
    return new Child(name, command, [], [], []);
  }

  /** Everything that the process has written, one line each. */
  get log(): string {
    return this.#lines.join('\n');
  }

  /** Everything on stdout, as a command's answer. */
  get stdout(): string {
    return this.#lines.filter((line) => !/^\[(?:stderr\]|ended)/u.test(line)).join('\n');
  }

  /** The kernel's number of the process. */
  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error(`${this.name} could not be started`);
    return pid;
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  #read(stream: Readable, prefix: string): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#lines.push(prefix + line);
      for (const waiter of this.#waiters) {
        const match = waiter.pattern.exec(line);
        if (match !== null) waiter.resolve(match);
      }
    });
  }

  #failWaiters(error: Error): void {
    for (const waiter of this.#waiters) waiter.reject(error);
  }

  /** The first line from now on that matches. */
  async nextLine(pattern: RegExp, timeoutMs: number = READY_TIMEOUT_MS): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const waiter = { pattern, resolve, reject };
    const fail = (): void => reject(new Error(`${this.name} did not print ${pattern}\n${this.log}`));
    // Where this process stood still as well, what has come meanwhile is read first.
    const timer = setTimeout(() => setImmediate(fail), timeoutMs);
    this.#waiters.add(waiter);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) send(this.#process, signal);
  }

  /** Ends the process: asks first, then kills. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    const timer = setTimeout(() => this.signal('SIGKILL'), END_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  /** Ends the process at once, as a power cut would. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }
}

function start([program = '', ...args]: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command to its end. @throws Error with its output if it failed. */
export async function runToEnd(name: string, args: readonly string[]): Promise<string> {
  const child = new Child(name, args);
  const end = await child.exited;
  if (end !== 0) throw new Error(`${name} ended with ${end}\n${child.log}`);
  return child.stdout.trim();
}
