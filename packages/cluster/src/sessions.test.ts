/** @module Sessions across two nodes, over a real Redis. */
import { expect, test } from 'vitest';
import {
  ClientEnd,
  connect,
  login,
  numbered,
  startNode,
  TestAttachment,
  type TestNodeOptions,
  type TestSession,
} from './test-support/test-cluster.fixture.ts';
import {
  KEY,
  sharedRedis,
  startPair as startPairOn,
  type TestPair,
} from './test-support/test-pair.fixture.ts';

const redis = sharedRedis();
const startPair = (options: TestNodeOptions = {}): Promise<TestPair> =>
  startPairOn({ ...options, redis: redis() });

test('messages of many sessions arrive on both sides in order, verbatim, each once', async () => {
  await using pair = await startPair();
  const odd = [
    '',
    ' ',
    '"\\\u0000\u2028\u{1F600}',
    '{"type":2,"data":"{\\"candidate\\":\\"\\"}"}',
    '\ud7ff\uffff',
  ];
  const sessions: TestSession[] = [];
  for (let at = 0; at < 12; at += 1) sessions.push(await pair.connect());
  const texts = [...numbered('text', 300), ...odd];
  for (const text of texts) {
    for (const [at, { session, device }] of sessions.entries()) {
      void session.deliver(`c${at} ${text}`);
      device.client.deliver(`d${at} ${text}`);
    }
  }
  for (const [at, { client, device }] of sessions.entries()) {
    await expect.poll(() => device.heard.length).toBe(texts.length);
    await expect.poll(() => client.heard.length).toBe(texts.length);
    expect(device.heard).toEqual(texts.map((text) => `c${at} ${text}`));
    expect(client.heard).toEqual(texts.map((text) => `d${at} ${text}`));
  }
});

test('the end of a session reaches the other side after earlier messages, with its code and reason', async () => {
  await using pair = await startPair();
  const one = await pair.connect();
  for (const text of numbered('c', 50)) void one.session.deliver(text);
  one.session.end(1001, 'going home');
  await expect.poll(() => one.device.endedWith).toBe(1001);
  expect(one.device.endReason).toBe('going home');
  expect(one.device.heard).toEqual(numbered('c', 50));
  const two = await pair.connect();
  for (const text of numbered('d', 50)) two.device.client.deliver(text);
  two.device.client.end(4001, 'not you');
  two.device.client.deliver('too late');
  await expect.poll(() => two.client.ended).toEqual({ code: 4001, reason: 'not you' });
  expect(two.client.heard).toEqual(numbered('d', 50));
  await expect.poll(() => two.session.deliver('not delivered')).toBeUndefined();
});

test('messages that a device sends while the session opens arrive after the response', async () => {
  await using pair = await startPair();
  const client = new ClientEnd();
  const events: string[] = [];
  client.deliver = (text) => void events.push(text);
  const { attachment } = pair;
  attachment.openSession = async ({ client: asked }) => {
    asked.deliver('at once');
    await new Promise((resolve) => setImmediate(resolve));
    asked.deliver('and more');
    return { kind: 'opened', session: { deliver: () => undefined, end: () => undefined } };
  };
  const opened = login(pair.b, KEY, client).then((answer) => void events.push(answer.kind));
  await opened;
  await expect.poll(() => events.toSorted()).toEqual(['and more', 'at once', 'opened']);
  expect(events.filter((event) => event !== 'opened')).toEqual(['at once', 'and more']);
});

test.each(['full', 'offline'] as const)(
  'a device that is %s is reported as such to a client on another node',
  async (answer) => {
    await using pair = await startPair();
    pair.attachment.answer = answer;
    expect(await login(pair.b, KEY)).toEqual({ kind: answer });
  },
);

test.each([0, 5_400_000, undefined])(
  'a client on another node learns that the device has been online for %s ms',
  async (onlineMs) => {
    await using pair = await startPair();
    pair.attachment.onlineMs = onlineMs;
    expect(await login(pair.b, KEY)).toMatchObject({ kind: 'opened', onlineMs });
  },
);

test('a client waits for a device that lags behind once the limit is reached', async () => {
  await using pair = await startPair({ bufferedBytes: 100_000 });
  const { session, device } = await pair.connect();
  const gate = Promise.withResolvers<void>();
  device.behind = gate.promise;
  const text = 'x'.repeat(10_000);
  const answers = Array.from({ length: 10 }, () => session.deliver(text));
  expect(answers.every((answer) => answer === undefined)).toBe(true);
  const wait = session.deliver(text);
  expect(wait).toBeInstanceOf(Promise);
  await expect.poll(() => device.heard.length).toBe(1);
  const events: string[] = [];
  void wait?.then(() => events.push('goes on'));
  await pair.b.cluster.presence.locate({ productId: 'p', deviceId: 'another' });
  expect([device.heard.length, events]).toEqual([1, []]);
  device.behind = undefined;
  gate.resolve();
  await expect.poll(() => [device.heard.length, events]).toEqual([11, ['goes on']]);
});

test('the end of a session releases a waiting client', async () => {
  await using pair = await startPair({ bufferedBytes: 1000 });
  const { session, device, client } = await pair.connect();
  device.behind = new Promise(() => undefined);
  const wait = session.deliver('x'.repeat(100_000));
  device.client.end(1000, 'enough');
  await wait;
  expect(client.ended).toEqual({ code: 1000, reason: 'enough' });
});

test('a node that does not respond to a session request is reported as unreachable in time', async () => {
  await using pair = await startPair({ timing: { openMs: 300 } });
  pair.attachment.openSession = () => new Promise(() => undefined);
  expect(await login(pair.b, KEY)).toEqual({ kind: 'unreachable' });
});

test('a client that disconnects before the device responds ends the session at the device', async () => {
  await using pair = await startPair({ timing: { openMs: 300 } });
  const gate = Promise.withResolvers<void>();
  const ended: number[] = [];
  pair.attachment.openSession = async () => {
    await gate.promise;
    return { kind: 'opened', session: { deliver: () => undefined, end: (code) => void ended.push(code) } };
  };
  expect(await login(pair.b, KEY)).toEqual({ kind: 'unreachable' });
  gate.resolve();
  await expect.poll(() => ended).toEqual([1013]);
});

test('a stopping node ends both sides of its sessions immediately, and its devices are no longer found', async () => {
  await using pair = await startPair();
  const there = new TestAttachment();
  const other = { productId: 'p', deviceId: 'other' };
  await pair.b.cluster.presence.attach(other, there);
  const [one, two] = [await pair.connect(), await connect(pair.a, other, there)];
  await pair.a.cluster.leave();
  const restart = { code: 1012, reason: 'service restart' };
  expect([one.device.endedWith, two.client.ended]).toEqual([1012, restart]);
  await expect.poll(() => [one.client.ended, two.device.endedWith]).toEqual([restart, 1012]);
  await expect.poll(() => login(pair.b, KEY)).toEqual({ kind: 'offline' });
  expect(await login(pair.a, other)).toEqual({ kind: 'unreachable' });
});

test('a node that resumes after it was stopped for too long starts over: its sessions end on both sides', async () => {
  await using pair = await startPair();
  const { client, device } = await pair.connect();
  await redis().run('DEL', 'lw:node:a');
  await expect.poll(() => [client.ended?.code, device.endedWith]).toEqual([1013, 1013]);
  await expect.poll(() => login(pair.b, KEY)).toMatchObject({ kind: 'opened' });
});

test('a node without heartbeats is gone for the other nodes', async () => {
  await using pair = await startPair({ timing: { expiryMs: 2_000, beatMs: 200 } });
  const { session, client } = await pair.connect();
  await using ghost = await startNode(redis(), 'ghost', { timing: { beatMs: 3_600_000, expiryMs: 2_000 } });
  const far = new TestAttachment();
  const key = { productId: 'p', deviceId: 'far' };
  await ghost.cluster.presence.attach(key, far);
  const lost = await connect(pair.b, key, far);
  await expect.poll(() => lost.client.ended).toEqual({ code: 1012, reason: 'service restart' });
  expect(await login(pair.b, key)).toEqual({ kind: 'offline' });
  expect([client.ended, session.deliver('still there')]).toEqual([undefined, undefined]);
});

test('a device whose session request fails is offline for the other node, without further effects', async () => {
  await using pair = await startPair();
  const broken = new TestAttachment();
  broken.openSession = async () => {
    throw new Error('by the test');
  };
  await pair.a.cluster.presence.attach(KEY, broken);
  expect(await login(pair.b, KEY)).toEqual({ kind: 'offline' });
  await pair.a.cluster.presence.attach(KEY, new TestAttachment());
  expect(await login(pair.b, KEY)).toMatchObject({ kind: 'opened' });
  expect(pair.a.log.lines.filter((line) => line.includes('cluster.open-failed'))).toHaveLength(1);
});

test('an error while ending one session does not keep others from ending', async () => {
  await using pair = await startPair();
  const sessions: TestSession[] = [];
  for (let at = 0; at < 3; at += 1) sessions.push(await pair.connect());
  for (const { client, device } of sessions.slice(0, 2)) {
    client.end = device.end = () => {
      throw new Error('by the test');
    };
  }
  await redis().run('FLUSHALL');
  await expect
    .poll(() => [sessions[2]?.client.ended?.code, sessions[2]?.device.endedWith])
    .toEqual([1013, 1013]);
});
