/** @module One connection to Redis, reopened whenever it is lost. */
import { isIPv6 } from 'node:net';
import { createClient, ErrorReply } from '@redis/client';
import type { Clock } from '@longwire/protocol';
import type { Logger } from '@longwire/protocol';
import { after, every } from '@longwire/protocol';

/** Sends one command; resolves with Redis's unparsed reply. */
export type RunCommand = (args: readonly string[]) => Promise<unknown>;

/** The part of the Redis client in use. */
export interface RedisClient {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  destroy(): void;
}

/** Options of {@link RedisConnection}. */
export interface RedisConnectionOptions {
  readonly url: string;
  /** Purpose of the connection, as shown in Redis and in the log. */
  readonly name: string;
  /** Time for one reply, in milliseconds. */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Commands that run before all others; if they fail, the connection is reopened. */
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

/** Delays before reconnect attempts, in milliseconds; the last one repeats. */
const RETRY_MS = [50, 100, 200, 400, 800] as const;

/** Number of checks for late replies within the time for one reply. */
const LOOKS = 5;

/** Every command gets its reply in time or fails; none waits for a connection. */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #watch: Disposable;
  /** Send times of the current client's unanswered commands, oldest first. */
  readonly #pending = new Map<symbol, number>();
  #state: State = { kind: 'idle' };
  #failures = 0;
  /** The server to connect to: the one of the options, or the one that it named. */
  #url: string;

  constructor(options: RedisConnectionOptions) {
    const { clock, limitMs, url } = options;
    this.#options = options;
    this.#url = url;
    this.#watch = every(clock, limitMs / LOOKS, () => this.#look());
  }

  get isReady(): boolean {
    return this.#state.kind === 'ready';
  }

  start(): void {
    if (this.#state.kind === 'idle' || this.#state.kind === 'waiting') this.#connect();
  }

  /**
   * Sends a command. @throws Error while disconnected or if the connection is lost before the reply,
   * ErrorReply for errors of Redis
   */
  async run(args: readonly string[]): Promise<unknown> {
    if (this.#state.kind !== 'ready') throw new Error('Redis is not connected');
    return this.#send(this.#state.client, args);
  }

  /** Closes and reopens the connection after an unusable reply. */
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
    const { name, makeClient = standardClient } = this.#options;
    const client = makeClient(this.#url, name);
    this.#state = { kind: 'connecting', client };
    client.on('error', (error) => this.#lose(client, error));
    void this.#open(client);
  }

  async #open(client: RedisClient): Promise<void> {
    try {
      await this.#watched(() => client.connect());
      // destroy() does not end a connect in progress: this one was given up, and succeeded after all
      if (!this.#isConnecting(client)) return client.destroy();
      await this.#options.prepare((args) => this.#send(client, args));
    } catch (error) {
      this.#lose(client, error);
      return;
    }
    if (!this.#isConnecting(client)) return;
    this.#state = { kind: 'ready', client };
    this.#failures = 0;
    this.#options.logger.info('redis.connected', { connection: this.#options.name });
    this.#options.onReady();
  }

  #isConnecting(client: RedisClient): boolean {
    return this.#state.kind === 'connecting' && this.#state.client === client;
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
    // Read replies that arrived while this process was busy first: they are late because of this node.
    if (this.#isLate()) setImmediate(() => this.#isLate() && this.#giveUp());
  }

  #isLate(): boolean {
    const [oldest] = this.#pending.values();
    return oldest !== undefined && this.#options.clock.monotonic() - oldest > this.#options.limitMs;
  }

  #giveUp(): void {
    if (this.#state.kind !== 'connecting' && this.#state.kind !== 'ready') return;
    this.#lose(this.#state.client, new Error('no reply in time'));
  }

  #lose(client: RedisClient, error: unknown): void {
    const state = this.#state;
    if ((state.kind !== 'connecting' && state.kind !== 'ready') || state.client !== client) return;
    const { clock, logger, name, onLost, url } = this.#options;
    this.#url = movedUrl(this.#url, error) ?? url;
    const delayMs = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#state = { kind: 'waiting', timer: after(clock, delayMs, () => this.start()) };
    this.#failures += 1;
    this.#pending.clear();
    client.destroy();
    // only the first failure in a row: an outage is one log line
    if (this.#failures === 1) logger.warn('redis.lost', { connection: name, reason: reasonOf(error) });
    if (state.kind === 'ready') onLost();
  }
}

/** The error's message without its other fields: some hold the URL, and so the password. */
function reasonOf(error: unknown): string {
  if (error instanceof ErrorReply && error.message.startsWith('CROSSSLOT'))
    return 'this is a Redis Cluster, which keeps the keys on several servers: a prefix in braces, such as {lw}:, keeps them on one';
  return error instanceof Error ? error.message : typeof error;
}

/**
 * The URL of the server that has the keys, if a server of a Redis Cluster replied that another one does
 * (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#moved-redirection).
 */
export function movedUrl(url: string, error: unknown): string | undefined {
  if (!(error instanceof ErrorReply)) return undefined;
  const [, host, port] = /^MOVED \d+ (.*):(\d+)$/u.exec(error.message) ?? [];
  if (host === undefined || port === undefined) return undefined;
  const moved = new URL(url);
  if (host !== '') moved.hostname = isIPv6(host) ? `[${host}]` : host;
  moved.port = port;
  return moved.href;
}

function standardClient(url: string, name: string): RedisClient {
  return createClient({
    url,
    name: `longwire-${name}`,
    RESP: 2,
    disableOfflineQueue: true,
    // it would only cover the time until a command is written, and costs a timer per command
    commandOptions: { timeout: 0 },
    // RedisConnection decides when to reconnect and what to send first
    socket: { reconnectStrategy: false },
  });
}
