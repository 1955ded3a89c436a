/** @module Lists connections of real nodes. */
import { expect, test } from 'vitest';
import type { LocalConnections, LiveDevice, LiveSession } from './ports/live.ts';
import { TestRedis } from './test-support/redis.fixture.ts';
import { numbered, startNode, type TestNode } from './test-support/test-cluster.fixture.ts';

const TIMING = { askMs: 1_000, beatMs: 200 };

class TestLive implements LocalConnections {
  readonly #node: string;
  readonly #count: number;
  readonly ended: [id: string, code: number][] = [];

  constructor(node: string, count: number) {
    this.#node = node;
    this.#count = count;
  }

  devices(): LiveDevice[] {
    return numbered(`${this.#node}-d`, this.#count).map((deviceId) => ({
      productId: 'p',
      deviceId,
      since: 1,
      node: this.#node,
    }));
  }

  sessions(): LiveSession[] {
    return this.devices().map((device, at) => ({
      ...device,
      id: `${this.#node}-s-${at}`,
      tokenId: 'lw_1',
      address: '192.0.2.1',
    }));
  }

  endSessions(): number {
    return 0;
  }

  endDevices(): number {
    return 0;
  }

  endSession(id: string, code: number): boolean {
    this.ended.push([id, code]);
    return this.sessions().some((session) => session.id === id);
  }
}

async function seesAll(node: TestNode, live: LocalConnections, count: number): Promise<void> {
  const directory = node.cluster.directory(live);
  await expect.poll(async () => (await directory.list()).devices.length).toBe(count);
}

test('the directory queries all nodes, however many rows they have, and ends a session on any of them', async () => {
  await using redis = await TestRedis.start();
  await using a = await startNode(redis, 'a', { timing: TIMING });
  await using b = await startNode(redis, 'b', { timing: TIMING });
  await using c = await startNode(redis, 'c', { timing: TIMING });
  const [liveA, liveB, liveC] = [new TestLive('a', 2), new TestLive('b', 1_000), new TestLive('c', 0)];
  b.cluster.directory(liveB);
  c.cluster.directory(liveC);
  await seesAll(a, liveA, 1_002);
  const directory = a.cluster.directory(liveA);
  const { devices, sessions, missing } = await directory.list();
  expect(new Set(devices.map(({ deviceId }) => deviceId)).size).toBe(1_002);
  expect(sessions).toEqual(expect.arrayContaining([...liveA.sessions(), ...liveB.sessions()]));
  expect(missing).toEqual([]);
  expect(await directory.endSession('b-s-999', 4002)).toBe(true);
  expect(liveB.ended).toEqual([['b-s-999', 4002]]);
  expect(await directory.endSession('unknown', 4002)).toBe(false);
});

test('nodes that do not respond in time are listed as missing, and so are all while Redis is away', async () => {
  await using redis = await TestRedis.start();
  await using a = await startNode(redis, 'a', { timing: TIMING });
  await redis.run('ZADD', 'lw:nodes', String(Date.now() + 3_600_000), 'silent');
  await redis.run('XADD', 'lw:inbox:silent', '*', 'start', '1');
  const directory = a.cluster.directory(new TestLive('a', 1));
  await expect.poll(async () => (await directory.list()).missing).toEqual(['silent']);
  expect((await directory.list()).devices).toHaveLength(1);
  expect(await directory.endSession('somewhere', 4002)).toBe(false);
  await redis.stop();
  await expect.poll(() => a.cluster.isReady).toBe(false);
  expect((await directory.list()).missing).toEqual(['silent']);
});
