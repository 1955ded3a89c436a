/** @module A Redis Cluster of three masters: all keys on one of them by a prefix in braces, and words without it. */
import { ErrorReply } from '@redis/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movedUrl } from './redis-connection.ts';
import { TestRedisCluster } from './test-support/redis-cluster.fixture.ts';
import { login, numbered, startNode } from './test-support/test-cluster.fixture.ts';
import { KEY, startPair } from './test-support/test-pair.fixture.ts';

/** The part in braces decides the slot. */
const PREFIX = '{lw}:';
const COUNT = 200;

/** The time until all works again, in milliseconds. */
const WELL_MS = 20_000;

let redis: TestRedisCluster;
beforeAll(async () => {
  redis = await TestRedisCluster.start();
});
afterAll(() => redis[Symbol.asyncDispose]());

test('nodes that know any server of a Redis Cluster reach each other; when the keys move to another server, all works again', async () => {
  const { owner, other } = await redis.serversOf(PREFIX);
  await using pair = await startPair({ redis: other, prefix: PREFIX });
  const { session, device, client } = await pair.connect();
  for (const text of numbered('c', COUNT)) void session.deliver(text);
  for (const text of numbered('d', COUNT)) device.client.deliver(text);
  await expect.poll(() => [device.heard, client.heard]).toEqual([numbered('c', COUNT), numbered('d', COUNT)]);
  expect(await owner.run('EXISTS', `${PREFIX}node:a`, `${PREFIX}node:b`)).toBe(2);

  await redis.moveSlot(PREFIX, owner, other);
  await expect
    .poll(() => other.run('EXISTS', `${PREFIX}node:a`, `${PREFIX}node:b`), { timeout: WELL_MS })
    .toBe(2);
  await expect.poll(async () => (await login(pair.b, KEY)).kind, { timeout: WELL_MS }).toBe('opened');
});

test('without braces in the prefix a node says what is missing, and is not ready', async () => {
  const [first] = redis.masters;
  if (first === undefined) throw new Error('the cluster has no server');
  await using node = await startNode(first, 'a', { prefix: 'lw:', timing: { commandMs: 500 } });
  await expect.poll(() => node.log.lines).toContainEqual(expect.stringContaining('such as {lw}:'));
  expect(node.cluster.isReady).toBe(false);
});

test.each([
  ['redis://u:p@a:6379/0', 'MOVED 7 10.0.0.2:7001', 'redis://u:p@10.0.0.2:7001/0'],
  ['rediss://a', 'MOVED 7 b.example:7001', 'rediss://b.example:7001'],
  ['redis://a:6379', 'MOVED 7 ::1:7001', 'redis://[::1]:7001'],
  ['redis://a:6379', 'MOVED 7 :7001', 'redis://a:7001'],
  ['redis://a:6379', 'MOVED CANARY', undefined],
  ['redis://a:6379', 'ERR unknown command', undefined],
])('%s after the reply "%s" becomes %s', (url, reply, moved) => {
  expect(movedUrl(url, new ErrorReply(reply))).toBe(moved);
});
