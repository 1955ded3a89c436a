/** @module The clock of a running Redis, set back: which attachment is newest, and which nodes are alive. */
import { expect, onTestFinished, test } from 'vitest';
import { MovingAddress } from './test-support/moving-address.fixture.ts';
import { TestRedis } from './test-support/redis.fixture.ts';
import { login, startNode, TestAttachment } from './test-support/test-cluster.fixture.ts';
import { KEY, startPair, type TestPair } from './test-support/test-pair.fixture.ts';

const TIMING = { commandMs: 1_000, graceMs: 1_000, beatMs: 300 };
/** Recovery time of a busy machine, in milliseconds. */
const WELL = { timeout: 20_000 };
const STEP_MS = 300_000;

interface World extends TestPair {
  /** Where all nodes find Redis. */
  readonly address: MovingAddress;
}

/** A pair of nodes that take the clock of Redis to be ahead. */
async function start(aheadMs: number): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await TestRedis.start());
  const address = stack.use(await MovingAddress.start(redis.port));
  address.setClock(aheadMs);
  const pair = stack.use(await startPair({ redis, url: address.url, timing: TIMING }));
  const all = stack.move();
  onTestFinished(() => all.disposeAsync());
  return { ...pair, address };
}

/** Waits until each node has handled a heartbeat: with the second, it has the reply to the first. */
async function untilLearned({ redis, a, b }: TestPair): Promise<void> {
  const scoresOf = (): Promise<unknown[]> =>
    Promise.all([a, b].map(({ id }) => redis.run('ZSCORE', 'lw:nodes', id)));
  for (let beat = 0; beat < 2; beat += 1) {
    const before = await scoresOf();
    const isNewer = async (): Promise<boolean[]> =>
      (await scoresOf()).map((score, at) => score !== before[at]);
    await expect.poll(isNewer, WELL).toEqual([true, true]);
  }
}

test('after the clock of Redis was set back, a device that moves to another node stays there, and can move back', async () => {
  const pair = await start(STEP_MS);
  const { redis, a, b, attachment: first, address } = pair;
  address.setClock(0);
  await untilLearned(pair);
  const c = await startNode(redis, 'c', { url: address.url, timing: TIMING });
  onTestFinished(() => c[Symbol.asyncDispose]());
  const attachments = [first];
  for (const node of [c, b, a, c]) {
    const newest = new TestAttachment();
    await node.cluster.presence.attach(KEY, newest);
    await expect
      .poll(() => [...attachments, newest].map(({ isReplaced }) => isReplaced), WELL)
      .toEqual([...attachments.map(() => true), false]);
    attachments.push(newest);
    for (const from of [a, b, c]) expect(await login(from, KEY)).toMatchObject({ kind: 'opened' });
    expect(newest.sessions).toHaveLength(3);
  }
});

test('a node that died just before the clock of Redis was set back is gone within seconds, with its devices', async () => {
  const { redis, b } = await start(0);
  const address = await MovingAddress.start(redis.port);
  await using dead = await startNode(redis, 'dead', { url: address.url, timing: TIMING });
  const other = { productId: 'p', deviceId: 'other' };
  await dead.cluster.presence.attach(other, new TestAttachment());
  expect(await b.cluster.presence.locate(other)).toMatchObject({ kind: 'attached' });
  await address[Symbol.asyncDispose]();
  // what a clock that is set back leaves
  await redis.run('ZINCRBY', 'lw:nodes', String(STEP_MS), 'dead');
  await redis.run('PEXPIRE', 'lw:node:dead', String(STEP_MS));
  await expect.poll(() => b.cluster.presence.locate(other), WELL).toEqual({ kind: 'offline' });
});
