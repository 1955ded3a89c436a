/** @module Registration of this node in Redis, its heartbeats, and those of other nodes. */
import { ErrorReply } from '@redis/client';
import type { Clock } from '@longwire/protocol';
import type { ClusterTiming } from './cluster-timing.ts';
import type { RunCommand } from './redis-connection.ts';
import type { RedisKeys } from './redis-keys.ts';
import { readBeat, readRegistered, readRunId, type BeatReply } from './redis-reply.ts';
import type { RedisTime } from './redis-time.ts';
import { BEAT, LEAVE, REGISTER } from './redis-scripts.ts';

/** Options of {@link Membership}. */
export interface MembershipOptions {
  readonly nodeId: string;
  readonly keys: RedisKeys;
  readonly timing: Pick<ClusterTiming, 'expiryMs'>;
  readonly clock: Clock;
  readonly time: RedisTime;
  /** Id of the inbox entry read last. */
  readonly lastRead: () => string;
  /** Redis had no record of this node and registered it with an empty inbox and no devices. */
  readonly onRegistered: () => void;
  readonly onNodes: (ids: readonly string[]) => void;
}

/** Detects every loss of state in Redis: a restart, a flush, a fail-over, or the expiry of this node. */
export class Membership {
  readonly #options: MembershipOptions;
  #runId: string | undefined;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** Has to run first on each new connection. */
  async enter(run: RunCommand): Promise<void> {
    const runId = await this.#askRunId(run);
    const isSame = runId === this.#runId;
    this.#runId = runId;
    if (isSame) await this.beat(run);
    else await this.#register(run);
  }

  /** Sends one heartbeat; resolves with the number of this node's devices in Redis. */
  async beat(run: RunCommand): Promise<number> {
    const { clock, time } = this.#options;
    const askedAt = clock.monotonic();
    const reply = await this.#beat(run);
    if (reply.kind === 'known') {
      time.learn({ askedAt, answeredAt: clock.monotonic(), redisTime: reply.time });
      this.#options.onNodes(reply.nodes);
      return reply.devices;
    }
    await this.#register(run);
    return 0;
  }

  /** Removes this node and its devices; the inbox remains for a moment. */
  async leave(run: RunCommand): Promise<void> {
    const { nodeId, keys } = this.#options;
    await LEAVE.run(run, [keys.nodes, keys.node(nodeId)], [nodeId]);
  }

  /** Empty if this user may not read INFO: then only the missing hash shows that Redis was emptied. */
  async #askRunId(run: RunCommand): Promise<string> {
    try {
      return readRunId(await run(['INFO', 'server']));
    } catch (error) {
      if (error instanceof ErrorReply && error.message.startsWith('NOPERM')) return '';
      throw error;
    }
  }

  async #beat(run: RunCommand): Promise<BeatReply> {
    const { nodeId, keys, timing, lastRead } = this.#options;
    const args = [nodeId, timing.expiryMs, lastRead()];
    try {
      return readBeat(await BEAT.run(run, this.#keys(keys, nodeId), args));
    } catch (error) {
      // another program has overwritten our keys
      if (error instanceof ErrorReply && error.message.includes('WRONGTYPE')) return { kind: 'unknown' };
      throw error;
    }
  }

  async #register(run: RunCommand): Promise<void> {
    const { nodeId, keys, timing, clock, time, onRegistered, onNodes } = this.#options;
    const askedAt = clock.monotonic();
    const args = [nodeId, timing.expiryMs];
    const reply = readRegistered(await REGISTER.run(run, this.#keys(keys, nodeId), args));
    time.learn({ askedAt, answeredAt: clock.monotonic(), redisTime: reply.time });
    onRegistered();
    onNodes(reply.nodes);
  }

  #keys(keys: RedisKeys, nodeId: string): string[] {
    return [keys.nodes, keys.node(nodeId), keys.inbox(nodeId)];
  }
}
