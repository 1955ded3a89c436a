/** @module Redis stopped, paused, emptied or disconnected: what each end receives, and recovery. */
import { expect, test } from 'vitest';
import type { Clock } from '@longwire/protocol';
import { MovingAddress } from './test-support/moving-address.fixture.ts';
import { TestRedis } from './test-support/redis.fixture.ts';
import {
  connect,
  login,
  numbered,
  startNode,
  TestAttachment,
  type TestSession,
  systemClock,
} from './test-support/test-cluster.fixture.ts';
import { KEY, startPair, type TestPair } from './test-support/test-pair.fixture.ts';

const OUT_OF_REACH = { code: 1013, reason: 'other nodes are out of reach' };
/** Shorter than in production, for fast tests; longer than a busy machine takes to respond. */
const TIMING = { commandMs: 1_000, graceMs: 1_000, beatMs: 300 };
/** Recovery time, in milliseconds. */
const WELL_MS = 5_000;

interface World extends TestPair {
  /** Client on b, device on a. */
  readonly across: TestSession;
  /** Both on a. */
  readonly within: TestSession;
}

async function makeWorld(clock: Clock = systemClock, timing = TIMING): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const pair = stack.use(await startPair({ timing, clock }));
  const across = await pair.connect();
  const within = await connect(pair.a, KEY, pair.attachment);
  stack.move();
  return { ...pair, across, within };
}

/** Checks that a session within a node was not affected. */
function expectUntouched({ client, session, device }: TestSession): void {
  const heard = device.heard.length;
  expect([session.deliver('within'), client.ended, device.endedWith]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(device.heard.length).toBe(heard + 1);
}

async function expectWell({ a, b, ...pair }: World): Promise<void> {
  await expect.poll(() => [a.cluster.isReady, b.cluster.isReady], { timeout: WELL_MS }).toEqual([true, true]);
  await expect.poll(() => login(b, KEY), { timeout: WELL_MS }).toMatchObject({ kind: 'opened' });
  const { client, session, device } = await pair.connect();
  void session.deliver('to the device');
  device.client.deliver('to the client');
  await expect.poll(() => [device.heard, client.heard]).toEqual([['to the device'], ['to the client']]);
}

test('when Redis stops, a session across nodes ends with 1013 on both sides, and one within a node continues', async () => {
  await using world = await makeWorld();
  const { redis, a, b, across, within } = world;
  await redis.stop();
  await expect.poll(() => [a.cluster.isReady, b.cluster.isReady]).toEqual([false, false]);
  expect(await login(b, KEY)).toEqual({ kind: 'unreachable' });
  expect(await login(a, KEY)).toMatchObject({ kind: 'opened' });
  await expect.poll(() => [across.client.ended, across.device.endedWith]).toEqual([OUT_OF_REACH, 1013]);
  expectUntouched(within);
  await redis.startAgain();
  await expectWell(world);
  expectUntouched(within);
  expect(a.log.lines.filter((line) => line.includes('redis.lost')).length).toBeLessThan(4);
});

test('when Redis is paused, no call waits long, and no message is sent twice', async () => {
  await using world = await makeWorld();
  const { redis, a, b, across, within } = world;
  redis.pause();
  void across.session.deliver('into the pause');
  expect(await login(b, { productId: 'p', deviceId: 'x' })).toEqual({ kind: 'unreachable' });
  await expect.poll(() => [a.cluster.isReady, b.cluster.isReady]).toEqual([false, false]);
  expect(await login(b, KEY)).toEqual({ kind: 'unreachable' });
  await expect.poll(() => [across.client.ended, across.device.endedWith]).toEqual([OUT_OF_REACH, 1013]);
  expectUntouched(within);
  redis.resume();
  await expectWell(world);
  expectUntouched(within);
  expect(across.device.heard.length).toBeLessThan(2);
});

test('a pause shorter than the reply timeout ends and loses nothing', async () => {
  await using world = await makeWorld();
  const { redis, across } = world;
  await redis.run('CLIENT', 'PAUSE', String(TIMING.commandMs / 4), 'ALL');
  for (const text of numbered('c', 100)) void across.session.deliver(text);
  await expect.poll(() => across.device.heard).toEqual(numbered('c', 100));
  expect(across.client.ended).toBeUndefined();
});

test('a system clock that repeatedly jumps forward ends nothing', async () => {
  let wallMs = Date.now();
  await using world = await makeWorld({ ...systemClock, wall: () => (wallMs += 3_000) });
  const { redis, across, a, b } = world;
  await redis.run('CLIENT', 'PAUSE', String(TIMING.commandMs / 2), 'ALL');
  for (const text of numbered('c', 100)) void across.session.deliver(text);
  await expect.poll(() => across.device.heard).toEqual(numbered('c', 100));
  expect([a, b].flatMap(({ log }) => log.lines).filter((line) => line.includes('no reply in time'))).toEqual(
    [],
  );
  expect(across.client.ended).toBeUndefined();
});

test('when a running Redis is emptied, sessions across nodes end, and thousands of devices are registered again', async () => {
  await using world = await makeWorld();
  const { redis, a, b, across, within } = world;
  const devices = numbered('many', 3_000).map((deviceId) => ({ productId: 'p', deviceId }));
  await Promise.all(devices.map((key) => a.cluster.presence.attach(key, new TestAttachment())));
  await redis.run('FLUSHALL');
  await expect.poll(() => [across.client.ended, across.device.endedWith]).toEqual([OUT_OF_REACH, 1013]);
  expectUntouched(within);
  await expectWell(world);
  const there = async (): Promise<number> => {
    const found = await Promise.all(devices.map((key) => b.cluster.presence.locate(key)));
    return found.filter(({ kind }) => kind === 'attached').length;
  };
  await expect.poll(there, { timeout: WELL_MS }).toBe(3_000);
});

test('a quick restart of an empty Redis ends sessions across nodes although no connection was lost for long', async () => {
  await using world = await makeWorld();
  const { redis, across, within } = world;
  await redis.stop();
  await redis.startAgain();
  await expect.poll(() => [across.client.ended, across.device.endedWith]).toEqual([OUT_OF_REACH, 1013]);
  await expectWell(world);
  expectUntouched(within);
});

test('when Redis has no memory left, sessions across nodes end, those within a node continue, and all work again', async () => {
  await using world = await makeWorld();
  const { redis, b, across, within } = world;
  await redis.run('CONFIG', 'SET', 'maxmemory', '1');
  void across.session.deliver('into the full memory');
  await expect.poll(() => across.client.ended, { timeout: WELL_MS }).toEqual(OUT_OF_REACH);
  expect(await login(b, KEY)).toEqual({ kind: 'unreachable' });
  expectUntouched(within);
  await redis.run('CONFIG', 'SET', 'maxmemory', '0');
  await expectWell(world);
  // No message could reach the device's node before.
  await expect.poll(() => across.device.endedWith, { timeout: WELL_MS }).toBe(1013);
  expectUntouched(within);
});

test('when Redis fails over to its replica, sessions within a node continue, and all work again', async () => {
  await using stack = new AsyncDisposableStack();
  const replica = stack.use(await TestRedis.start());
  const redis = stack.use(await TestRedis.start());
  const address = stack.use(await MovingAddress.start(redis.port));
  const pair = stack.use(await startPair({ redis, url: address.url, timing: TIMING }));
  const across = await pair.connect();
  const within = await connect(pair.a, KEY, pair.attachment);
  await redis.run('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  // Without a file, which the next server in its folder would load.
  await replica.run('CONFIG', 'SET', 'repl-diskless-load', 'swapdb');
  await replica.run('REPLICAOF', '127.0.0.1', String(redis.port));
  await expect.poll(() => replica.run('EXISTS', 'lw:node:a'), { timeout: WELL_MS }).toBe(1);
  await redis.stop();
  await replica.run('REPLICAOF', 'NO', 'ONE');
  address.moveTo(replica.port);
  await expectWell({ ...pair, across, within });
  expectUntouched(within);
  // What both nodes wrote since is on the replica.
  expect(await replica.run('EXISTS', 'lw:node:a', 'lw:node:b')).toBe(2);
});

test.each([-300_000, 300_000])(
  'after a fail-over to a server whose clock differs by %d ms, a device that moves to a node started since stays there',
  async (clockMs) => {
    await using stack = new AsyncDisposableStack();
    const next = stack.use(await TestRedis.start());
    const redis = stack.use(await TestRedis.start());
    const address = stack.use(await MovingAddress.start(redis.port));
    const pair = stack.use(await startPair({ redis, url: address.url, timing: TIMING }));
    const { a, b, attachment: older } = pair;
    await redis.stop();
    await expect.poll(() => [a.cluster.isReady, b.cluster.isReady]).toEqual([false, false]);
    address.moveTo(next.port);
    address.setClock(clockMs);
    await expect.poll(() => login(b, KEY), { timeout: WELL_MS }).toMatchObject({ kind: 'opened' });
    const c = stack.use(await startNode(redis, 'c', { url: address.url, timing: TIMING }));
    const newer = new TestAttachment();
    await c.cluster.presence.attach(KEY, newer);
    await expect.poll(() => [older.isReplaced, newer.isReplaced]).toEqual([true, false]);
    await expect.poll(() => login(a, KEY)).toMatchObject({ kind: 'opened' });
    expect(newer.sessions).toHaveLength(1);
  },
);

test('repeatedly lost connections lose, duplicate and reorder no message', async () => {
  // a busy machine may take seconds to connect again, and then the session would rightly end
  await using world = await makeWorld(systemClock, { ...TIMING, graceMs: 30_000 });
  const { redis, across } = world;
  const count = 1_500;
  let number = 0;
  while (number < count) {
    for (let burst = 0; burst < 100; burst += 1, number += 1) {
      void across.session.deliver(`c-${number}`);
      across.device.client.deliver(`d-${number}`);
    }
    await redis.run('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await expect.poll(() => world.b.cluster.isReady).toBe(true);
  }
  await expect.poll(() => [across.device.heard.length, across.client.heard.length]).toEqual([count, count]);
  expect(across.device.heard).toEqual(numbered('c', count));
  expect(across.client.heard).toEqual(numbered('d', count));
  expect(across.client.ended).toBeUndefined();
});

test("a device that sends too much while Redis is paused loses its session, and the node's memory stays bounded", async () => {
  await using world = await makeWorld();
  const { redis, across } = world;
  redis.pause();
  const text = 'x'.repeat(60_000);
  for (let said = 0; said < 100 && across.device.endedWith === undefined; said += 1) {
    across.device.client.deliver(text);
  }
  expect(across.device.endedWith).toBe(1013);
  redis.resume();
  await expect.poll(() => across.client.ended).toEqual(OUT_OF_REACH);
});

test('when a device attached to two nodes while Redis was away, the newer attachment replaces the older', async () => {
  await using world = await makeWorld();
  const { redis, a, b, attachment } = world;
  await redis.stop();
  await expect.poll(() => [a.cluster.isReady, b.cluster.isReady]).toEqual([false, false]);
  const newer = new TestAttachment();
  await b.cluster.presence.attach(KEY, newer);
  expect(await login(b, KEY)).toMatchObject({ kind: 'opened' });
  await redis.startAgain();
  await expect.poll(() => attachment.isReplaced, { timeout: WELL_MS }).toBe(true);
  expect(newer.isReplaced).toBe(false);
  await expect.poll(() => login(a, KEY)).toMatchObject({ kind: 'opened' });
  expect(newer.sessions.length).toBeGreaterThan(1);
});

test('a node starts without Redis, serves its own connections, and joins when Redis becomes reachable', async () => {
  await using redis = await TestRedis.start();
  await redis.stop();
  await using a = await startNode(redis, 'a', { timing: TIMING });
  const attachment = new TestAttachment();
  await a.cluster.presence.attach(KEY, attachment);
  expect([a.cluster.isReady, await login(a, KEY)]).toMatchObject([false, { kind: 'opened' }]);
  await redis.startAgain();
  await using b = await startNode(redis, 'b', { timing: TIMING });
  await expect.poll(() => login(b, KEY), { timeout: WELL_MS }).toMatchObject({ kind: 'opened' });
});

test('a node stops in time although Redis does not respond', async () => {
  await using redis = await TestRedis.start();
  const a = await startNode(redis, 'a', { timing: { ...TIMING, leaveMs: 200 } });
  await a.cluster.presence.attach(KEY, new TestAttachment());
  redis.pause();
  await a.cluster.leave();
  await a[Symbol.asyncDispose]();
  expect(a.cluster.isReady).toBe(false);
  redis.resume();
});
