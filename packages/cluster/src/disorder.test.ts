/**
 * @module All faults between nodes, in an order determined by a seed: no duplicates, no reordering, no
 * half-open sessions, and recovery at the end.
 */
import { expect, test, vi } from 'vitest';
import type { DeviceKey } from '@longwire/protocol';
import { TestRedis } from './test-support/redis.fixture.ts';
import {
  ClientEnd,
  login,
  numbered,
  startNode,
  TestAttachment,
  type DeviceEnd,
  type TestNode,
} from './test-support/test-cluster.fixture.ts';

const TIMING = { commandMs: 500, graceMs: 500, beatMs: 100, openMs: 1_000, expiryMs: 1_500 };
const KEYS = numbered('d', 4).map((deviceId): DeviceKey => ({ productId: 'p', deviceId }));
const STEPS = 60;
const WELL = { timeout: 15_000 };

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A session and all messages in it. */
interface Talk {
  readonly client: ClientEnd;
  readonly device: DeviceEnd;
  readonly send: (text: string) => void;
  readonly hangUp: () => void;
  sent: number;
  answered: number;
}

/** Three nodes, four devices that move between them, and clients. */
class Disorder {
  readonly redis: TestRedis;
  readonly nodes: TestNode[];
  readonly talks: Talk[] = [];
  /** Every attachment of each device, newest last. */
  readonly attachments = new Map<DeviceKey, { attachment: TestAttachment; node: TestNode }[]>();
  readonly #random: (below: number) => number;
  readonly #attachedAt = new Map<DeviceKey, number>();

  constructor(redis: TestRedis, nodes: TestNode[], seed: number) {
    this.redis = redis;
    this.nodes = nodes;
    this.#random = seeded(seed);
  }

  pick<T>(all: readonly T[]): T {
    const one = all[this.#random(all.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  async step(): Promise<void> {
    // in one of four steps, do not wait for recovery from the previous fault
    if (this.#random(4) > 0) await this.untilReady();
    const what = this.#random(20);
    if (what < 4) await this.attach(this.pick(KEYS), this.pick(this.nodes));
    else if (what < 9) await this.connect(this.pick(KEYS), this.pick(this.nodes));
    else if (what < 15) this.talk();
    else if (what === 15) this.hangUp();
    else if (what === 16) await this.redis.run('CLIENT', 'KILL', 'TYPE', 'normal').catch(() => undefined);
    else if (what === 17) await this.redis.run('FLUSHALL');
    else if (what === 18) await this.redis.run('CLIENT', 'PAUSE', String(this.#random(1_200)), 'ALL');
    else await this.restart();
    this.talk();
  }

  async untilReady(): Promise<void> {
    const isReady = (): boolean => this.nodes.every(({ cluster }) => cluster.isReady);
    await vi.waitUntil(isReady, { timeout: 15_000, interval: 5 });
  }

  async attach(key: DeviceKey, node: TestNode): Promise<void> {
    const attachment = new TestAttachment();
    attachment.replace = () => {
      attachment.isReplaced = true;
      void node.cluster.presence.detach(key, attachment);
      for (const { client } of attachment.sessions) client.end(4003, 'device offline');
    };
    const all = this.attachments.get(key) ?? [];
    // a device takes longer than this to find another node; nodes estimate Redis's clock more accurately than
    // that
    const last = this.#attachedAt.get(key) ?? 0;
    await vi.waitUntil(() => Date.now() - last > 100, { timeout: 5_000, interval: 5 });
    this.#attachedAt.set(key, Date.now());
    this.attachments.set(key, [...all, { attachment, node }]);
    await node.cluster.presence.attach(key, attachment);
  }

  async connect(key: DeviceKey, node: TestNode): Promise<void> {
    const client = new ClientEnd();
    const devices = (this.attachments.get(key) ?? []).map(({ attachment }) => attachment);
    const before = devices.map(({ sessions }) => sessions.length);
    const opened = await login(node, key, client);
    if (opened.kind !== 'opened') return;
    const device = devices.flatMap(({ sessions }, at) => sessions.slice(before[at]))[0];
    if (device === undefined) throw new Error('session without a device');
    const { session } = opened;
    this.talks.push({
      client,
      device,
      send: (text) => void session.deliver(text),
      hangUp: () => session.end(1001),
      sent: 0,
      answered: 0,
    });
  }

  talk(): void {
    for (const talk of this.talks) {
      for (let more = this.#random(20); more > 0; more -= 1) {
        if (talk.client.ended === undefined) talk.send(`c-${talk.sent++}`);
        if (talk.device.endedWith === undefined) talk.device.client.deliver(`d-${talk.answered++}`);
      }
    }
  }

  hangUp(): void {
    const alive = this.talks.filter(({ client }) => client.ended === undefined);
    if (alive.length === 0) return;
    const talk = this.pick(alive);
    talk.client.ended = { code: 1001, reason: 'by the test' };
    talk.hangUp();
  }

  async restart(): Promise<void> {
    await this.redis.stop();
    await this.redis.startAgain();
  }

  /** The newest attachment of each device, and its node. */
  get newest(): { key: DeviceKey; attachment: TestAttachment }[] {
    return [...this.attachments].flatMap(([key, all]) => {
      const last = all.at(-1);
      return last === undefined ? [] : [{ key, attachment: last.attachment }];
    });
  }
}

const seeds = process.env['LONGWIRE_SEED']?.split(',').map(Number) ?? [1, 2, 3];

test.each(seeds)(
  'nodes recover from random faults with seed %i',
  async (seed) => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await TestRedis.start());
    const nodes: TestNode[] = [];
    for (const id of ['a', 'b', 'c']) nodes.push(stack.use(await startNode(redis, id, { timing: TIMING })));
    const disorder = new Disorder(redis, nodes, seed);
    for (const key of KEYS) await disorder.attach(key, disorder.pick(nodes));
    for (let step = 0; step < STEPS; step += 1) await disorder.step();
    await disorder.untilReady();

    for (const { key, attachment } of disorder.newest) {
      for (const node of nodes) {
        await expect
          .poll(async () => {
            const before = attachment.sessions.length;
            const opened = await login(node, key);
            return [opened.kind, attachment.sessions.length - before];
          }, WELL)
          .toEqual(['opened', 1]);
      }
    }
    for (const all of disorder.attachments.values()) {
      const states = (): boolean[] => all.map(({ attachment }) => attachment.isReplaced);
      await expect.poll(states, WELL).toEqual(all.map((_, at) => at < all.length - 1));
    }
    const held = new Set(disorder.newest.flatMap(({ attachment }) => attachment.sessions));
    const isHeld = (device: DeviceEnd): boolean => device.endedWith === undefined && held.has(device);
    const halves = (): Talk[] =>
      disorder.talks.filter(({ client, device }) => isHeld(device) !== (client.ended === undefined));
    await expect.poll(halves, WELL).toEqual([]);
    const alive = disorder.talks.filter(({ device }) => isHeld(device));
    await expect
      .poll(() => alive.map(({ device, client }) => [device.heard.length, client.heard.length]), WELL)
      .toEqual(alive.map(({ sent, answered }) => [sent, answered]));
    for (const { client, device } of disorder.talks) {
      expect(device.heard).toEqual(numbered('c', device.heard.length));
      expect(client.heard).toEqual(numbered('d', client.heard.length));
    }
    expect(disorder.talks.length).toBeGreaterThan(0);
  },
  60_000,
);
