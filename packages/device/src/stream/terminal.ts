/** @module Runs a program in its own terminal, with the optional package @lydell/node-pty. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { signalProcess } from '../process/signal-child.ts';

/** The program that runs in a terminal. */
export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Callbacks of a {@link Terminal}. */
export interface TerminalHooks {
  readonly handleOutput: (bytes: Uint8Array) => void;
  /** Called when the program has ended, after all its output. */
  readonly handleExit: () => void;
}

type SignalName = 'SIGHUP' | 'SIGKILL';

/** The part of node-pty that is used; fields that its types omit are read with {@link fieldOf}. */
interface Pty {
  readonly pid: number;
  resize(columns: number, rows: number): void;
  pause(): void;
  resume(): void;
}

const START_COLUMNS = 80;
const START_ROWS = 24;

/** Size of one write, in bytes: what a terminal buffers for a program that does not read. */
const WRITE_BYTES = 4096;

/** The delay before the next write to a program that does not read, in milliseconds. */
const RETRY_MS = 20;

/** How often a program whose output is paused is checked for its end, in milliseconds: well within node-pty's 200 ms. */
const WATCH_MS = 50;

/** The variable by which processes are found that have left the terminal; what starts without it is not. */
const MARK = 'LONGWIRE_TERMINAL';

/** How long programs may take to end after SIGHUP, in milliseconds. */
const KILL_GRACE_MS = 1000;

/** Checks that node-pty is installed. @throws EdgeError ERR_DEVICE_OPTIONS if it is not. */
export function requireTerminals(
  resolve: (name: string) => string = (name) => import.meta.resolve(name),
): void {
  try {
    resolve('@lydell/node-pty');
  } catch (cause) {
    const message = 'a shell needs the optional package @lydell/node-pty: install it';
    throw new EdgeError('ERR_DEVICE_OPTIONS', message, { cause });
  }
}

/** A running program with its terminal. */
export class Terminal {
  readonly #pty: Pty;
  readonly #id: string;
  #timer: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #hasExited = false;

  private constructor(pty: Pty, id: string) {
    this.#pty = pty;
    this.#id = id;
  }

  /** Starts a program. @throws Error if the package or the program cannot be loaded. */
  static async start({ command, args, env, cwd }: TerminalOptions, hooks: TerminalHooks): Promise<Terminal> {
    const { spawn } = await import('@lydell/node-pty');
    const id = randomUUID();
    const pty = spawn(command, [...args], {
      name: env['TERM'] ?? 'xterm-256color',
      cols: START_COLUMNS,
      rows: START_ROWS,
      cwd,
      env: { ...env, [MARK]: id },
      // Raw bytes, because a character may be split between two chunks.
      encoding: null,
    });
    const terminal = new Terminal(pty, id);
    pty.onData((output: string | Uint8Array) => hooks.handleOutput(Buffer.from(output)));
    pty.onExit(() => {
      terminal.#handleExit();
      hooks.handleExit();
    });
    return terminal;
  }

  /** Stops reading the program's output, so that the program blocks. */
  pause(): void {
    if (this.#isGone) return;
    this.#pty.pause();
    // node-pty drops unread output 200 ms after the program ends, so it is read before then; it is at most one terminal buffer.
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      if (!isRunning(this.#pty.pid)) this.resume();
    }, WATCH_MS);
  }

  resume(): void {
    clearInterval(this.#watch);
    if (!this.#isGone) this.#pty.resume();
  }

  resize(columns: number, rows: number): void {
    if (!this.#isGone) this.#pty.resize(columns, rows);
  }

  /**
   * Types bytes; `done` is called when the terminal has accepted them all. For a program that does not read, node-pty's own write
   * would block the whole process (docs/platform.md), so the bytes are written in small pieces without blocking.
   */
  type(bytes: Uint8Array, done: () => void): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#isGone) return done();
      const written = this.#write(rest.subarray(0, WRITE_BYTES));
      if (written === 0) {
        const again = rest;
        this.#timer = setTimeout(() => this.type(again, done), RETRY_MS);
        return;
      }
      rest = rest.subarray(written);
    }
    done();
  }

  /** Closes the terminal: sends SIGHUP, then kills every process that was started on it and still runs, also in a session of its own. */
  kill(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#signalProgram('SIGHUP');
    setTimeout(() => {
      killWhere((pid) => hasVariable(pid, MARK, this.#id) || (!this.#hasExited && this.#isInSession(pid)));
      this.#signalProgram('SIGKILL');
      this.#closeSocket();
    }, KILL_GRACE_MS);
  }

  /** The program's end is the end of its session too. Process ids are reused, but not within a second: later it may be another program's. */
  #handleExit(): void {
    this.#hasExited = true;
    clearInterval(this.#watch);
    setTimeout(() => killWhere((pid) => this.#isInSession(pid)), KILL_GRACE_MS);
  }

  #isInSession(pid: number): boolean {
    return sessionOf(pid) === this.#pty.pid;
  }

  #signalProgram(name: SignalName): void {
    if (!this.#hasExited) signalProcess(-this.#pty.pid, name);
  }

  /** Whether node-pty has closed the terminal; afterwards its file descriptor may belong to another file. */
  get #isGone(): boolean {
    return this.#hasExited || fieldOf(fieldOf(this.#pty, '_socket'), 'destroyed') !== false;
  }

  #write(bytes: Uint8Array): number {
    const fd = fieldOf(this.#pty, 'fd');
    if (typeof fd !== 'number') throw new EdgeError('ERR_STATE', 'node-pty terminal has no file descriptor');
    try {
      return writeSync(fd, bytes);
    } catch (error) {
      if (hasErrorCode(error, 'EAGAIN')) return 0;
      // The terminal's other side is closed, so no program reads the input.
      if (hasErrorCode(error, 'EIO')) return bytes.length;
      throw error;
    }
  }

  #closeSocket(): void {
    const socket = fieldOf(this.#pty, '_socket');
    const destroy = fieldOf(socket, 'destroy');
    if (typeof destroy === 'function') Reflect.apply(destroy, socket, []);
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // The process has ended.
    return false;
  }
}

function killWhere(isMember: (pid: number) => boolean): void {
  for (const pid of processIds()) if (isMember(pid)) signalProcess(pid, 'SIGKILL');
}

/** All processes; empty on systems without /proc, where only the process group can be signaled. */
function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map(Number);
  } catch {
    // Without /proc.
    return [];
  }
}

/** The session id is the fourth field after the command, which is in parentheses (proc_pid_stat(5)). */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

/** Whether a process of this user was started with a variable of this value (proc_pid_environ(5)). */
function hasVariable(pid: number, name: string, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${name}=${value}`);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return false;
  }
}
