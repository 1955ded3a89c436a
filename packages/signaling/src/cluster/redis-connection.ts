/** @module One connection to Redis, made again whenever it is lost. */
import { createClient } from '@redis/client';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

/** Sends one command and gives Redis's answer, unread. */
export type RunCommand = (args: readonly string[]) => Promise<unknown>;

/** The part of the Redis client that is used. */
export interface RedisClient {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  destroy(): void;
}

/** What a connection needs, and whom it tells. */
export interface RedisConnectionOptions {
  readonly url: string;
  /** What the connection is for, as Redis and the log show it. */
  readonly name: string;
  /** Time for one answer, in milliseconds. */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** What has to be said before anybody else may speak; fails, and the connection is made again. */
  readonly prepare: (run: RunCommand) => Promise<void>;
  readonly onReady: () => void;
  readonly onLost: () => void;
  readonly makeClient?: (url: string, name: string) => RedisClient;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly client: RedisClient }
  | { readonly kind: 'ready'; readonly client: RedisClient }
  | { readonly kind: 'waiting'; readonly timer: Disposable }
  | { readonly kind: 'closed' };

/** Waits before the next attempts, in milliseconds; the last one is for all that follow. */
const RETRY_MS = [50, 100, 200, 400, 800] as const;

/** So many looks for a late answer within the time for one. */
const LOOKS = 5;

/** Commands are answered in time, or fail; none waits for a connection. */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #watch: Disposable;
  /** When each unanswered command was sent, the oldest first. */
  readonly #pending = new Map<symbol, number>();
  #state: State = { kind: 'idle' };
  #failures = 0;

  constructor(options: RedisConnectionOptions) {
    const { clock, limitMs } = options;
    this.#options = options;
    this.#watch = clock.every(limitMs / LOOKS, () => this.#look());
  }

  get isReady(): boolean {
    return this.#state.kind === 'ready';
  }

  start(): void {
    if (this.#state.kind === 'idle' || this.#state.kind === 'waiting') this.#connect();
  }

  /** Sends a command now. @throws Error when the connection is away or is lost before the answer, ErrorReply for Redis's own */
  async run(args: readonly string[]): Promise<unknown> {
    if (this.#state.kind !== 'ready') throw new Error('Redis is away');
    return this.#send(this.#state.client, args);
  }

  /** Gives the connection up and makes it again: what came over it makes no sense. */
  renew(reason: unknown): void {
    if (this.#state.kind === 'ready') this.#lose(this.#state.client, reason);
  }

  close(): void {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    this.#watch[Symbol.dispose]();
    if (state.kind === 'waiting') state.timer[Symbol.dispose]();
    if (state.kind === 'connecting' || state.kind === 'ready') state.client.destroy();
  }

  #connect(): void {
    const { url, name, makeClient = standardClient } = this.#options;
    const client = makeClient(url, name);
    this.#state = { kind: 'connecting', client };
    client.on('error', (error) => this.#lose(client, error));
    void this.#open(client);
  }

  async #open(client: RedisClient): Promise<void> {
    try {
      await this.#watched(() => client.connect());
      await this.#options.prepare((args) => this.#send(client, args));
    } catch (error) {
      this.#lose(client, error);
      return;
    }
    if (this.#state.kind !== 'connecting' || this.#state.client !== client) return;
    this.#state = { kind: 'ready', client };
    this.#failures = 0;
    this.#options.log.info({ connection: this.#options.name }, 'Redis connected');
    this.#options.onReady();
  }

  #send(client: RedisClient, args: readonly string[]): Promise<unknown> {
    return this.#watched(() => client.sendCommand(args));
  }

  async #watched(ask: () => Promise<unknown>): Promise<unknown> {
    const id = Symbol('command');
    this.#pending.set(id, this.#options.clock.monotonic());
    try {
      return await ask();
    } finally {
      this.#pending.delete(id);
    }
  }

  #look(): void {
    // An answer that came while this process was busy is read first: it is late by our fault.
    if (this.#isLate()) setImmediate(() => this.#isLate() && this.#giveUp());
  }

  #isLate(): boolean {
    const [oldest] = this.#pending.values();
    return oldest !== undefined && this.#options.clock.monotonic() - oldest > this.#options.limitMs;
  }

  #giveUp(): void {
    if (this.#state.kind !== 'connecting' && this.#state.kind !== 'ready') return;
    this.#lose(this.#state.client, new Error('no answer in time'));
  }

  #lose(client: RedisClient, error: unknown): void {
    const state = this.#state;
    if ((state.kind !== 'connecting' && state.kind !== 'ready') || state.client !== client) return;
    const { clock, log, name, onLost } = this.#options;
    const delayMs = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#state = { kind: 'waiting', timer: clock.after(delayMs, () => this.start()) };
    this.#failures += 1;
    client.destroy();
    // only the first failure in a row: an outage is one line of the log
    if (this.#failures === 1) log.warn({ connection: name, reason: reasonOf(error) }, 'Redis is away');
    if (state.kind === 'ready') onLost();
  }
}

/** Words of the error without its other fields: some of them hold the address, and so the password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : typeof error;
}

function standardClient(url: string, name: string): RedisClient {
  return createClient({
    url,
    name: `longwire-${name}`,
    RESP: 2,
    disableOfflineQueue: true,
    // it would only count until a command is written, and costs a timer for each
    commandOptions: { timeout: 0 },
    // whoever holds the connection decides when to try again, and what to say first
    socket: { reconnectStrategy: false },
  });
}
