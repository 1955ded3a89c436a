/** @module Test fixture: the commands of a device and of a service as processes. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** For tests and hooks that start processes. Reason: a busy machine needs seconds to start one. */
export const PROCESS_TIMEOUT = { timeout: 120_000 };

/** How long a program may take to print the expected text, in milliseconds. Reason: less than a test, so that the test can show what it printed instead. */
const WORDS_TIMEOUT_MS = 60_000;

const DEVICE = join(import.meta.dirname, 'main.ts');
const SIGNALING = join(import.meta.dirname, '../../../signaling/src/cli/main.ts');
const NODE = ['--conditions=longwire-source'];

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function toEnd(main: string, args: readonly string[], nodeOptions: readonly string[] = []): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...NODE, ...nodeOptions, main, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
    });
  });
}

/** Runs `longwire-device` to its end. */
export const device = (...args: readonly string[]): Promise<Outcome> => toEnd(DEVICE, args);

/** Runs `longwire-device` to its end, with options of Node. */
export const deviceWith = (nodeOptions: readonly string[], ...args: readonly string[]): Promise<Outcome> =>
  toEnd(DEVICE, args, nodeOptions);

/** Runs `longwire-signaling` to its end and returns what it prints; any exit code but 0 throws. */
async function signaling(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await toEnd(SIGNALING, args);
  if (code !== 0) throw new Error(`longwire-signaling ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

/** A running program. */
export class Running {
  readonly process: ChildProcess;
  out = '';
  err = '';
  readonly #ended: Promise<unknown[]>;
  #hasEnded = false;

  private constructor(main: string, args: readonly string[], cwd?: string) {
    this.process = spawn(process.execPath, [...NODE, main, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
    });
    this.#ended = once(this.process, 'close');
    this.process.once('close', () => {
      this.#hasEnded = true;
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.err += text));
  }

  /** Starts a program of a test in a directory. */
  static program(main: string, cwd: string): Running {
    return new Running(main, [], cwd);
  }

  /** Starts `longwire-device`. */
  static device(...args: readonly string[]): Running {
    return new Running(DEVICE, args);
  }

  /** Starts `longwire-signaling`. */
  static signaling(...args: readonly string[]): Running {
    return new Running(SIGNALING, args);
  }

  /** Resolves once the output contains a text; rejects when the program ends first, or does not print it. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(WORDS_TIMEOUT_MS);
    for (;;) {
      const match = pattern.exec(this.out);
      if (match !== null) return match;
      const { stdout } = this.process;
      if (stdout === null || this.#hasEnded) throw new Error(`ended: ${this.err}`);
      try {
        await Promise.race([once(stdout, 'data', { signal }), this.#ended]);
      } catch (cause) {
        throw new Error(`${String(pattern)} is missing in: ${this.out}${this.err}`, { cause });
      }
    }
  }

  /** Sends a signal and resolves with the exit code, or the signal that ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
    if (!this.#hasEnded) {
      this.process.kill(signal);
      await this.#ended;
    }
    return this.process.exitCode ?? this.process.signalCode ?? 'unknown';
  }
}

/** A service on loopback with a product, and its files in a directory. */
export class TestService {
  readonly url: string;
  readonly #running: Running;
  readonly #database: string;

  private constructor(running: Running, url: string, database: string) {
    this.#running = running;
    this.url = url;
    this.#database = database;
  }

  /** Starts a service. */
  static async start(directory: string): Promise<TestService> {
    const database = join(directory, 'service.db');
    await signaling('product', 'add', 'pr-1', '--database', database);
    const running = Running.signaling('serve', '--host', '127.0.0.1', '--port', '0', '--database', database);
    const [, url = ''] = await running.printed(/listening on (\S+)/u);
    return new TestService(running, url, database);
  }

  /** Registers a device. */
  async register(deviceId: string, fingerprint: string): Promise<void> {
    await signaling(
      'device',
      'add',
      'pr-1',
      deviceId,
      '--fingerprint',
      fingerprint,
      '--database',
      this.#database,
    );
  }

  /** Makes a connection token. */
  async token(deviceId: string): Promise<string> {
    return (await signaling('token', 'add', 'pr-1', deviceId, '--database', this.#database)).trim();
  }

  /** Stops it. */
  async stop(): Promise<void> {
    await this.#running.stop();
  }
}
