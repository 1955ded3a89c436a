/** @module One process that a test started: its output is kept, its lines can be awaited, and it is ended by its process id. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ROOT } from './paths.ts';
import { MARK, REPORT, watch } from './watched.ts';

/** Time limit for a process to report that it is ready, in milliseconds. */
const READY_TIMEOUT_MS = 60_000;
/** Time limit for a process to end after SIGTERM before it is killed, in milliseconds. */
const END_TIMEOUT_MS = 5000;

interface Waiter {
  readonly pattern: RegExp;
  readonly resolve: (match: RegExpExecArray) => void;
  readonly reject: (error: Error) => void;
}

/** Processes to kill when the test process ends before its fixtures have ended them. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) send(child, 'SIGKILL');
}

/** A program that could not be started has no pid; until Node reports the failure, kill() would signal an arbitrary process. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(signal);
}

process.once('exit', killAll);
// A signal ends this process without its exit event.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killAll();
    process.kill(process.pid, signal);
  });

/** A running process. */
export class Child {
  readonly name: string;
  readonly mark: string = randomUUID();
  readonly reports: string[] = [];
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly #process: ChildProcessByStdio<Writable | null, Readable, Readable>;
  readonly #lines: string[] = [];
  readonly #waiters = new Set<Waiter>();

  /** Runs a program of this repository; `within` is a command that runs it elsewhere, in a network namespace for example. */
  constructor(
    name: string,
    args: readonly string[],
    nodeOptions: readonly string[] = [],
    within: readonly string[] = [],
    program: readonly string[] = [process.execPath, ...nodeOptions, '--conditions=longwire-source'],
    input: 'none' | 'typed' = 'none',
  ) {
    this.name = name;
    this.#process = start([...within, ...program, ...args], input, this.mark);
    running.add(this.#process);
    watch(this);
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

  /** A program of this repository that reads what a test types. */
  static withInput(name: string, args: readonly string[], within: readonly string[] = []): Child {
    return new Child(name, args, [], within, undefined, 'typed');
  }

  /** Types a line, with Enter. */
  type(text: string): void {
    if (this.#process.stdin === null) throw new Error(`${this.name} reads no input`);
    this.#process.stdin.write(`${text}\n`);
  }

  /** All output of the process, line by line. */
  get log(): string {
    return this.#lines.join('\n');
  }

  /** All of stdout, as a command's answer. */
  get stdout(): string {
    return this.#lines.filter((line) => !/^\[(?:stderr\]|ended)/u.test(line)).join('\n');
  }

  /** The process id. */
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
      if (line.startsWith(REPORT)) {
        this.reports.push(line.slice(REPORT.length));
        return;
      }
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
    // If this process was stopped too, output that has arrived meanwhile is read first.
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

  /** Ends the process with SIGTERM, then SIGKILL. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    const timer = setTimeout(() => this.signal('SIGKILL'), END_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  /** Kills the process, as a power cut would. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }
}

function start(
  [program = '', ...args]: readonly string[],
  input: 'none' | 'typed',
  mark: string,
): ChildProcessByStdio<Writable | null, Readable, Readable> {
  const options = { cwd: ROOT, env: { ...process.env, [MARK]: mark } };
  return input === 'typed'
    ? spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    : spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command to its end. @throws Error with its output when it failed. */
export async function runToEnd(name: string, args: readonly string[]): Promise<string> {
  const child = new Child(name, args);
  const end = await child.exited;
  if (end !== 0) throw new Error(`${name} ended with ${end}\n${child.log}`);
  return child.stdout.trim();
}
