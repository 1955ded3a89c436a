/** @module Nodes as separate processes: the command as an operator runs it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
const CONDITION = '--conditions=longwire-source';

/** Half of a node's start-up time is compilation, which this cache avoids. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url));

/** Without rate limits: tests send as fast as possible. */
const NO_RATE = ['messages-per-second', 'message-burst', 'logins-per-second', 'login-burst'].flatMap(
  (name) => [`--${name}`, '1000000'],
);

/** One `longwire-signaling serve` process. */
export class NodeProcess implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #output: string[];

  private constructor(url: string, child: ChildProcess, exited: Promise<unknown>, output: string[]) {
    this.url = url;
    this.#child = child;
    this.#exited = exited;
    this.#output = output;
  }

  /** Starts a node, perhaps with the program of another version; it listens when the promise resolves. */
  static async start(
    database: string,
    redisUrl: string,
    args: readonly string[] = [],
    main: string = MAIN,
  ): Promise<NodeProcess> {
    const child = spawn(
      process.execPath,
      [CONDITION, main, 'serve', '--port', '0', '--database', database, ...NO_RATE, ...args],
      { env: { ...process.env, REDIS_URL: redisUrl, NODE_COMPILE_CACHE }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const exited = once(child, 'exit');
    const output: string[] = [];
    createInterface(child.stderr).on('line', (line) => output.push(line));
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, 'line'), exited]);
    const url = /http:\S+/.exec(String(line))?.[0];
    if (url === undefined) throw new Error(`no node: ${output.join('\n')}`);
    return new NodeProcess(url, child, exited, output);
  }

  /** Its log so far. */
  get log(): string {
    return this.#output.join('\n');
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Stops it with SIGTERM; resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#exited;
    return this.#child.exitCode;
  }

  /** Kills it immediately. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) await this.kill();
  }
}
