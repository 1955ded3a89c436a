/** @module A program on a terminal of its own, by the optional package @lydell/node-pty. */
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { EdgeError, hasErrorCode } from '@longwire/protocol';

/** What runs on a terminal. */
export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What a terminal tells. */
export interface TerminalHooks {
  readonly handleOutput: (bytes: Uint8Array) => void;
  /** The program has ended, and all its output was told. */
  readonly handleExit: () => void;
}

/** The part of the package that is used; what its types leave out is read by {@link fieldOf}. */
interface Pty {
  readonly pid: number;
  resize(columns: number, rows: number): void;
  pause(): void;
  resume(): void;
}

const START_COLUMNS = 80;
const START_ROWS = 24;

/** What is tried to be written at once, in bytes: what a terminal takes of a program that does not read. */
const WRITE_BYTES = 4096;

/** How long to wait before a program that does not read is tried again, in milliseconds. */
const RETRY_MS = 20;

/** How often a program whose output waits is looked at, in milliseconds: well within the time that the package leaves. */
const WATCH_MS = 50;

/** How long programs may take to end after their terminal is gone, in milliseconds. */
const KILL_GRACE_MS = 1000;

/** Says early that the package is missing. @throws EdgeError ERR_DEVICE_OPTIONS */
export function requireTerminals(
  resolve: (name: string) => string = (name) => import.meta.resolve(name),
): void {
  try {
    resolve('@lydell/node-pty');
  } catch (cause) {
    const message = 'a shell expected the optional package @lydell/node-pty to be installed';
    throw new EdgeError('ERR_DEVICE_OPTIONS', message, { cause });
  }
}

/** A running program with its terminal. */
export class Terminal {
  readonly #pty: Pty;
  #timer: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #hasExited = false;

  private constructor(pty: Pty) {
    this.#pty = pty;
  }

  /** Starts a program. @throws Error when the package or the program cannot be loaded. */
  static async start({ command, args, env, cwd }: TerminalOptions, hooks: TerminalHooks): Promise<Terminal> {
    const { spawn } = await import('@lydell/node-pty');
    const pty = spawn(command, [...args], {
      name: env['TERM'] ?? 'xterm-256color',
      cols: START_COLUMNS,
      rows: START_ROWS,
      cwd,
      env: { ...env },
      // Bytes as they are: a character may come in two pieces.
      encoding: null,
    });
    const terminal = new Terminal(pty);
    pty.onData((output: string | Uint8Array) => hooks.handleOutput(Buffer.from(output)));
    pty.onExit(() => {
      terminal.#hasExited = true;
      clearInterval(terminal.#watch);
      hooks.handleExit();
    });
    return terminal;
  }

  /** Stops reading the program's output, which stops the program. */
  pause(): void {
    if (this.#isGone) return;
    this.#pty.pause();
    // The package drops what a program has left 200 ms after its end: it is read before, and is no more than a terminal holds.
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
   * Types bytes; `done` is called when the program's terminal has taken them all. The package itself would wait for a program
   * that does not read, and with it the whole process (docs/platform.md): so they are written piece by piece, without waiting.
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

  /** Takes the terminal away: hangs up, then ends every process that was started on it and is still there. */
  kill(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    const { pid } = this.#pty;
    signal(-pid, 'SIGHUP');
    setTimeout(() => {
      // Process ids come round again, but not within a second.
      for (const member of sessionMembers(pid)) signal(member, 'SIGKILL');
      if (!this.#hasExited) signal(-pid, 'SIGKILL');
      this.#closeSocket();
    }, KILL_GRACE_MS);
  }

  /** Closed by the package when the program ends; its number may be another file's from then on. */
  get #isGone(): boolean {
    return this.#hasExited || fieldOf(fieldOf(this.#pty, '_socket'), 'destroyed') !== false;
  }

  #write(bytes: Uint8Array): number {
    const fd = fieldOf(this.#pty, 'fd');
    if (typeof fd !== 'number')
      throw new EdgeError('ERR_STATE', 'terminal expected to have a file descriptor');
    try {
      return writeSync(fd, bytes);
    } catch (error) {
      if (hasErrorCode(error, 'EAGAIN')) return 0;
      // The other end of the terminal is gone: nobody reads what is typed.
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
    // It has ended.
    return false;
  }
}

function signal(pid: number, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended by itself, or is another user's by now.
    if (!hasErrorCode(error, 'ESRCH') && !hasErrorCode(error, 'EPERM')) throw error;
  }
}

/** The processes of a session, whatever group they are in; where there is no /proc, none. */
function sessionMembers(sessionId: number): readonly number[] {
  return processIds().filter((pid) => sessionOf(pid) === sessionId);
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map(Number);
  } catch {
    // Another system: its process group is all that is known.
    return [];
  }
}

/** The session id is the fourth word after the command, which stands in parentheses (proc_pid_stat(5)). */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
  } catch {
    // It has ended in the meantime.
    return undefined;
  }
}
