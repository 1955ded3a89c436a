/** @module Invalid, duplicate or missing data in Redis; passwords and addresses. */
import { EdgeError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { TestRedis } from './test-support/redis.fixture.ts';
import { login, startNode, systemClock, TestLog } from './test-support/test-cluster.fixture.ts';
import { KEY, startPair } from './test-support/test-pair.fixture.ts';
import { createCluster } from './create-cluster.ts';
import { parseRedisUrl } from './redis-url.ts';

const TIMING = { beatMs: 200 };

async function envelope(redis: TestRedis, node: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  await redis.run('XADD', `lw:inbox:${node}`, '*', 'parcel', text);
}

test('invalid envelopes are ignored and logged without their content', async () => {
  await using pair = await startPair();
  const { redis, a } = pair;
  const { session, device, client } = await pair.connect();
  await envelope(redis, 'a', 'CANARY');
  await envelope(redis, 'a', { from: 'b', link: 1, seq: 99, messages: [{ type: 'CANARY' }] });
  await redis.run('XADD', 'lw:inbox:a', '*', 'CANARY', 'CANARY');
  const unknown = { session: 'unknown', text: 'x', code: 1000, bytes: 1, reason: 'full' };
  const messages = ['say', 'end', 'taken', 'opened', 'refused'].map((type) => ({ type, ...unknown }));
  await envelope(redis, 'a', { from: 'stranger', link: 1, seq: 1, messages });
  await envelope(redis, 'a', {
    from: 'stranger',
    link: 1,
    seq: 2,
    messages: [{ type: 'say', session: 's', text: '' }],
  });
  void session.deliver('still there');
  await expect.poll(() => device.heard).toEqual(['still there']);
  expect(client.ended).toBeUndefined();
  expect(a.log.lines.filter((line) => line.includes('cluster.entry-ignored'))).toHaveLength(3);
  expect(a.log.lines.join('')).not.toContain('CANARY');
});

test('another node cannot send messages in a session that it is no part of', async () => {
  await using pair = await startPair();
  const { redis } = pair;
  const { device, session } = await pair.connect();
  const entries = JSON.stringify(await redis.run('XRANGE', 'lw:inbox:a', '-', '+'));
  const id = /session\\+":\\+"([0-9a-f-]{36})/.exec(entries)?.[1];
  const messages = [
    { type: 'say', session: id, text: 'not mine' },
    { type: 'end', session: id, code: 1000 },
  ];
  await envelope(redis, 'a', { from: 'stranger', link: 1, seq: 1, messages });
  void session.deliver('mine');
  await expect.poll(() => device.heard).toEqual(['mine']);
  expect([id?.length, device.endedWith]).toEqual([36, undefined]);
});

test('missing messages end everything shared between two nodes on both sides, and new sessions work', async () => {
  await using pair = await startPair({ timing: TIMING });
  const { redis, a } = pair;
  const { device, client } = await pair.connect();
  const link = 1;
  await envelope(redis, 'a', { from: 'b', link, seq: 50, messages: [] });
  await expect.poll(() => [device.endedWith, client.ended?.code]).toEqual([1013, 1013]);
  const again = await pair.connect();
  void again.session.deliver('well');
  await expect.poll(() => again.device.heard).toEqual(['well']);
  expect(a.log.lines.filter((line) => line.includes('cluster.messages-missing'))).toHaveLength(1);
});

test('a duplicate envelope is handled once', async () => {
  await using pair = await startPair();
  const { redis, attachment } = pair;
  const { device, session } = await pair.connect();
  void session.deliver('once');
  await expect.poll(() => device.heard).toEqual(['once']);
  const entries = await redis.run('XRANGE', 'lw:inbox:a', '-', '+');
  if (!Array.isArray(entries)) throw new Error('no inbox');
  for (const [, fields] of entries) {
    if (fields[0] === 'parcel') await envelope(redis, 'a', fields[1]);
  }
  void session.deliver('twice');
  await expect.poll(() => device.heard).toEqual(['once', 'twice']);
  expect(attachment.sessions).toHaveLength(1);
});

test('an inbox key of the wrong type is recreated', async () => {
  await using pair = await startPair({ timing: TIMING });
  const { redis, b } = pair;
  await redis.run('SET', 'lw:inbox:a', 'CANARY');
  await redis.run('SET', 'lw:node:b', 'CANARY');
  await expect.poll(() => login(b, KEY)).toMatchObject({ kind: 'opened' });
});

test('a Redis password is used and never logged, even if it is wrong', async () => {
  await using redis = await TestRedis.start({ password: 'CANARY-right' });
  await using a = await startNode(redis, 'a');
  expect(a.cluster.isReady).toBe(true);
  const url = redis.url.replace('right', 'wrong');
  await using b = await startNode(redis, 'b', { url, timing: { commandMs: 500 } });
  expect(b.cluster.isReady).toBe(false);
  expect(b.log.lines.join('')).toContain('WRONGPASS');
  expect([...a.log.lines, ...b.log.lines].join('')).not.toContain('CANARY');
});

test.each([
  '',
  'CANARY',
  'http://CANARY',
  'redis://',
  'redis://:CANARY@host/x',
  'rediss:CANARY',
  'redis://[CANARY',
])('the invalid Redis URL %j is rejected without being quoted', async (url) => {
  const made = createCluster({
    redis: { url },
    nodeId: 'a',
    logger: new TestLog(),
    clock: systemClock,
    bufferedBytes: 1,
  });
  const error = await made.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(EdgeError);
  expect(error).toMatchObject({ code: 'ERR_CONFIG', message: expect.not.stringContaining('CANARY') });
});

test.each(['redis://h', 'redis://u:p@h:6380/2', 'rediss://[::1]:6379/', 'redis://:p%40@h'])(
  'the Redis URL %s is accepted',
  (url) => expect(parseRedisUrl(url)).toBe(url),
);
