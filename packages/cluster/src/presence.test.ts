/** @module Finding a device's node: the newest attachment wins, whatever clocks send and Redis loses. */
import { expect, test } from 'vitest';
import {
  connect,
  login,
  startNode,
  TestAttachment,
  systemClock,
} from './test-support/test-cluster.fixture.ts';
import { KEY, sharedRedis, startPair } from './test-support/test-pair.fixture.ts';
import { DEFAULT_TIMING } from './cluster-timing.ts';
import { SYNC } from './redis-scripts.ts';

const NAME = JSON.stringify(['p', 'd']);
const TIMING = { beatMs: 200 };
/** Slow heartbeats, so that only messages have an effect. */
const SLOW = { timing: { beatMs: 300_000, expiryMs: 3_000_000 } };
const redis = sharedRedis();

/**
 * Waits until two nodes agree on which of two attachments is newer. Reason: each knows Redis's clock to
 * within half a round trip, and no round trip may take longer than this.
 */
async function untilLater(): Promise<void> {
  const start = performance.now();
  await expect.poll(() => performance.now() - start).toBeGreaterThan(DEFAULT_TIMING.commandMs);
}

test('a device that attaches to another node is found there, and the older attachment is replaced', async () => {
  await using a = await startNode(redis(), 'a', SLOW);
  await using b = await startNode(redis(), 'b', SLOW);
  await using c = await startNode(redis(), 'c', SLOW);
  const [older, newer] = [new TestAttachment(), new TestAttachment()];
  await a.cluster.presence.attach(KEY, older);
  const { client } = await connect(c, KEY, older);
  await untilLater();
  await b.cluster.presence.attach(KEY, newer);
  await expect.poll(() => older.isReplaced).toBe(true);
  await a.cluster.presence.detach(KEY, older);
  await connect(c, KEY, newer);
  await connect(a, KEY, newer);
  expect([newer.isReplaced, newer.sessions.length, client.ended]).toEqual([false, 2, undefined]);
  expect(await redis().run('HGETALL', 'lw:node:a')).toHaveLength(2);
});

test('on one node a newer attachment replaces the older one without Redis', async () => {
  await using a = await startNode(redis(), 'a');
  await using b = await startNode(redis(), 'b');
  const [older, newer] = [new TestAttachment(), new TestAttachment()];
  await Promise.all([a.cluster.presence.attach(KEY, older), a.cluster.presence.attach(KEY, newer)]);
  await a.cluster.presence.detach(KEY, older);
  await connect(b, KEY, newer);
  expect([older.isReplaced, newer.isReplaced]).toEqual([true, false]);
  await a.cluster.presence.detach(KEY, newer);
  await expect.poll(() => login(b, KEY)).toEqual({ kind: 'offline' });
});

test('a node whose clock is an hour ahead does not keep a device that attaches elsewhere', async () => {
  await using ahead = await startNode(redis(), 'ahead', {
    clock: { ...systemClock, monotonic: () => performance.now() + 3_600_000 },
  });
  await using b = await startNode(redis(), 'b');
  const [older, newer] = [new TestAttachment(), new TestAttachment()];
  await ahead.cluster.presence.attach(KEY, older);
  await untilLater();
  await b.cluster.presence.attach(KEY, newer);
  await expect.poll(() => older.isReplaced).toBe(true);
  await redis().run('DEL', 'lw:node:b');
  await expect.poll(() => redis().run('HEXISTS', 'lw:node:b', NAME)).toBe(1);
  await connect(ahead, KEY, newer);
  expect(newer.isReplaced).toBe(false);
});

test.each([
  ['a', 'b'],
  ['b', 'a'],
])(
  'of two attachments at the same time the same one stays, in whichever order the nodes write them: %s, %s',
  async (first, second) => {
    await using _a = await startNode(redis(), 'a', SLOW);
    await using _b = await startNode(redis(), 'b', SLOW);
    const run = async (command: readonly string[]): Promise<unknown> => redis().run(...command);
    const write = async (node: string): Promise<unknown> =>
      SYNC.run(run, ['lw:nodes', `lw:node:${node}`], [node, 'lw:node:', NAME, `of ${node}`, 7]);
    await write(first);
    await write(second);
    const held = async (node: string): Promise<unknown> => redis().run('HGET', `lw:node:${node}`, NAME);
    expect([await held('a'), await held('b')]).toEqual([null, '7|of b']);
    for (const node of [first, second, first]) await write(node);
    expect([await held('a'), await held('b')]).toEqual([null, '7|of b']);
  },
);

test('missing and surplus devices in Redis are corrected', async () => {
  await using pair = await startPair({ redis: redis(), timing: TIMING });
  const { b } = pair;
  await redis().run('HDEL', 'lw:node:a', NAME);
  expect(await login(b, KEY)).toEqual({ kind: 'offline' });
  await expect.poll(() => login(b, KEY)).toMatchObject({ kind: 'opened' });
  await redis().run('HSET', 'lw:node:a', '["p","made up"]', '1|1');
  await expect.poll(() => redis().run('HKEYS', 'lw:node:a')).toEqual(['', NAME]);
});

test('an attachment whose replacement message was lost is replaced when the device counts are compared', async () => {
  await using pair = await startPair({ redis: redis(), timing: TIMING });
  const { b, attachment: older } = pair;
  const newer = new TestAttachment();
  // as if the message that b has the device was lost
  await redis().run('HDEL', 'lw:node:a', NAME);
  await b.cluster.presence.attach(KEY, newer);
  await expect.poll(() => older.isReplaced).toBe(true);
  expect(newer.isReplaced).toBe(false);
});

test('a killed node leaves nothing in Redis', async () => {
  await using ghost = await startNode(redis(), 'ghost', { timing: { beatMs: 3_600_000, expiryMs: 300 } });
  await ghost.cluster.presence.attach(KEY, new TestAttachment());
  await using a = await startNode(redis(), 'a', { timing: { beatMs: 100, expiryMs: 300 } });
  await expect.poll(() => login(a, KEY)).toEqual({ kind: 'offline' });
  await expect
    .poll(async () => await redis().run('KEYS', '*'))
    .toEqual(expect.not.arrayContaining([expect.stringContaining('ghost')]));
  await expect.poll(() => redis().run('ZRANGE', 'lw:nodes', '0', '-1')).toEqual(['a']);
});

test('a stopped node leaves nothing in Redis', async () => {
  const a = await startNode(redis(), 'a');
  await a.cluster.presence.attach(KEY, new TestAttachment());
  await a.cluster.leave();
  await a[Symbol.asyncDispose]();
  expect(await redis().run('KEYS', '*')).toEqual([]);
});

test('5,000 devices that attach at once are all found', async () => {
  await using a = await startNode(redis(), 'a');
  await using b = await startNode(redis(), 'b');
  const keys = Array.from({ length: 5_000 }, (_, at) => ({ productId: 'p', deviceId: String(at) }));
  await Promise.all(keys.map((key) => a.cluster.presence.attach(key, new TestAttachment())));
  const count = async (): Promise<number> => {
    const found = await Promise.all(keys.map((key) => b.cluster.presence.locate(key)));
    return found.filter(({ kind }) => kind === 'attached').length;
  };
  await expect.poll(count).toBe(5_000);
});

test('a watched device is reported once, when it attaches to this node or another', async () => {
  await using a = await startNode(redis(), 'a');
  await using b = await startNode(redis(), 'b');
  const reports: string[] = [];
  const other = { productId: 'p', deviceId: 'e' };
  using _kept = a.cluster.presence.watch(KEY, () => reports.push('here'));
  using _far = b.cluster.presence.watch(KEY, () => reports.push('there'));
  b.cluster.presence.watch(KEY, () => reports.push('disposed'))[Symbol.dispose]();
  using _other = b.cluster.presence.watch(other, () => reports.push('other'));
  const attachment = new TestAttachment();
  await a.cluster.presence.attach(KEY, attachment);
  expect(reports).toEqual(['here']);
  await expect.poll(() => reports).toEqual(['here', 'there']);
  await a.cluster.presence.detach(KEY, attachment);
  await a.cluster.presence.attach(KEY, attachment);
  await a.cluster.presence.attach(other, attachment);
  await expect.poll(() => reports).toEqual(['here', 'there', 'other']);
});
