/** @module Messages between nodes over Redis. */
import { after, Disposables, every, withLimits, type Clock, type Logger } from '@longwire/protocol';
import type { BusListener } from './bus-listener.ts';
import type { BusMessage } from './bus-message.ts';
import type { ClusterTiming } from './cluster-timing.ts';
import { InboxReader } from './inbox-reader.ts';
import { Membership } from './membership.ts';
import { decodeEnvelope } from './envelope-codec.ts';
import { RemoteNodes } from './remote-nodes.ts';
import { RedisConnection, type RunCommand } from './redis-connection.ts';
import type { RedisKeys } from './redis-keys.ts';
import type { StreamEntry } from './redis-reply.ts';
import type { RedisScript } from './redis-script.ts';
import type { RedisTime } from './redis-time.ts';

/** Options of {@link Bus}. */
export interface BusOptions {
  readonly url: string;
  readonly nodeId: string;
  readonly keys: RedisKeys;
  readonly timing: ClusterTiming;
  readonly clock: Clock;
  readonly time: RedisTime;
  readonly logger: Logger;
}

/** Field of an inbox entry that holds the envelope; part of the format between versions. */
const FIELD = 'parcel';

/** Entries that an inbox holds at most; a reader that falls further behind has lost some, and notices. */
const MAX_INBOX_ENTRIES = 8192;

/** Messaging over two Redis connections: one for commands, one blocked on the inbox. */
export class Bus {
  readonly #options: BusOptions;
  readonly #asking: RedisConnection;
  readonly #listening: RedisConnection;
  readonly #reader: InboxReader;
  readonly #membership: Membership;
  readonly #remotes: RemoteNodes;
  readonly #timers = new Disposables();
  #listener: BusListener | undefined;
  /**
   * When Redis was last asked for the nodes; a node heard from later is alive, whatever the response says.
   */
  #askedAt = 0;
  /** Time that sessions across nodes may wait for Redis; undefined while it is reachable. */
  #grace: Disposable | undefined;
  #isUsable = false;
  #isLeaving = false;
  #ready = Promise.withResolvers<void>();

  constructor(options: BusOptions) {
    const { url, nodeId, keys, timing, clock, time, logger } = options;
    this.#options = options;
    this.#remotes = new RemoteNodes({
      nodeId,
      clock,
      logger,
      canWrite: () => this.#isUsable,
      write: (to, envelope) => this.#write(to, envelope),
      listener: () => this.#listener,
    });
    const common = { url, clock, logger, onLost: () => this.#update() };
    this.#asking = new RedisConnection({
      ...common,
      name: 'ask',
      limitMs: timing.commandMs,
      prepare: (run) => this.#enter(run),
      onReady: () => this.#update(),
    });
    this.#listening = new RedisConnection({
      ...common,
      name: 'listen',
      limitMs: timing.commandMs + timing.beatMs,
      prepare: async () => undefined,
      onReady: () => {
        this.#reader.start();
        this.#update();
      },
      onLost: () => {
        this.#reader.stop();
        this.#update();
      },
    });
    this.#reader = new InboxReader({
      connection: this.#listening,
      inbox: keys.inbox(nodeId),
      blockMs: timing.beatMs,
      logger,
      onEntry: (entry) => this.#handleEntry(entry),
    });
    this.#membership = new Membership({
      nodeId,
      keys,
      timing,
      clock,
      time,
      lastRead: () => this.#reader.lastId,
      onRegistered: () => this.#handleRegistered(),
      onNodes: (ids) => this.#remotes.handleNodes(ids, this.#askedAt),
    });
  }

  /** Whether other nodes are reachable. */
  get isUsable(): boolean {
    return this.#isUsable && !this.#isLeaving;
  }

  /** The other nodes, as last reported by Redis. */
  get nodes(): readonly string[] {
    return this.#remotes.nodes;
  }

  /** Connects; resolves when Redis is reachable, or after the time limit, while it keeps trying. */
  async start(listener: BusListener): Promise<void> {
    const { clock, timing } = this.#options;
    this.#listener = listener;
    this.#timers.use(every(clock, timing.beatMs, () => void this.#beat()));
    this.#asking.start();
    this.#listening.start();
    using _limit = after(clock, timing.commandMs, () => this.#ready.resolve());
    await this.#ready.promise;
  }

  /** Runs a command. @throws Error while Redis is unreachable */
  run(args: readonly string[]): Promise<unknown> {
    return this.#asking.run(args);
  }

  /** Runs a script. @throws Error while Redis is unreachable */
  ask(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return script.run((command) => this.#asking.run(command), keys, args);
  }

  /** Sends a message to another node, after all earlier ones. */
  send(to: string, message: BusMessage): void {
    this.#remotes.send(to, message);
  }

  /** Deregisters this node; queued messages are still sent. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    if (!this.#asking.isReady) return;
    try {
      await this.#membership.leave((command) => this.#asking.run(command));
    } catch (error) {
      this.#options.logger.warn('cluster.leave-failed', { error });
    }
  }

  /** Waits briefly until Redis has all queued messages, then disconnects. */
  async close(): Promise<void> {
    const { clock, timing, keys, nodeId } = this.#options;
    if (!this.#isLeaving) await this.leave();
    if (this.#asking.isReady) {
      const time = { clock, limitMs: timing.leaveMs };
      const left = withLimits({ time }, async () => {
        await this.#remotes.idle();
        await this.#asking.run(['DEL', keys.node(nodeId), keys.inbox(nodeId)]);
      });
      // without Redis the inbox remains until it expires
      await left.catch(() => undefined);
    }
    this.#timers.dispose();
    this.#grace?.[Symbol.dispose]();
    this.#reader.stop();
    this.#remotes.end();
    this.#asking.close();
    this.#listening.close();
  }

  async #enter(run: RunCommand): Promise<void> {
    if (this.#isLeaving) return;
    this.#askedAt = this.#options.clock.monotonic();
    await this.#membership.enter(run);
  }

  async #beat(): Promise<void> {
    if (!this.#asking.isReady || this.#isLeaving) return;
    this.#askedAt = this.#options.clock.monotonic();
    try {
      const devices = await this.#membership.beat((command) => this.#asking.run(command));
      this.#listener?.handleCount(devices);
      this.#remotes.sendHellos();
    } catch (error) {
      this.#asking.renew(error);
    }
  }

  #update(): void {
    const isUsable = this.#asking.isReady && this.#listening.isReady;
    if (isUsable === this.#isUsable) return;
    this.#isUsable = isUsable;
    const { clock, timing } = this.#options;
    this.#grace?.[Symbol.dispose]();
    this.#grace = isUsable
      ? undefined
      : after(clock, timing.graceMs, () => this.#remotes.breakAll('unreachable'));
    if (!isUsable) return;
    this.#remotes.resume();
    this.#ready.resolve();
    this.#listener?.handleUsable();
  }

  #handleRegistered(): void {
    this.#reader.rewind();
    this.#remotes.breakAll('unreachable');
    this.#listener?.handleRegistered();
  }

  #handleEntry(entry: StreamEntry): void {
    const text = entry.fields.get(FIELD);
    const envelope = text === undefined ? undefined : decodeEnvelope(text);
    if (envelope !== undefined) this.#remotes.handleEnvelope(envelope);
    else if (!entry.fields.has('start')) {
      this.#options.logger.warn('cluster.entry-ignored', { entry: entry.id });
    }
  }

  #write(to: string, envelope: string): Promise<unknown> {
    const inbox = this.#options.keys.inbox(to);
    const limit = ['MAXLEN', '~', String(MAX_INBOX_ENTRIES)];
    return this.#asking.run(['XADD', inbox, 'NOMKSTREAM', ...limit, '*', FIELD, envelope]);
  }
}
