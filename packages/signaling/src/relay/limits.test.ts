/** @module Every limit of a socket, at the limit and one above. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { candidate, candidateOfSize } from '../test-support/messages.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { PRODUCT, TestService } from '../test-support/test-service.fixture.ts';

const FRAME_BYTES = 64 * 1024;

test('a frame of 64 KiB is relayed, one byte more closes with 1009', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.sendText(candidateOfSize(FRAME_BYTES));
  expect(await device.heard(session, 1)).toEqual([candidateOfSize(FRAME_BYTES)]);
  client.sendText(candidateOfSize(FRAME_BYTES + 1));
  expect((await client.closed).code).toBe(1009);
  expect((await device.next('session-close')).session).toBe(session);
});

test('frames are not compressed, whatever the peer offers', async () => {
  await using service = await TestService.start();
  const client = await service.open({ perMessageDeflate: true });
  expect(client.socket.extensions).toBe('');
});

test('a burst of 100 messages is relayed, one more closes with 1008', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 1; number < 100; number += 1) client.sendText(candidate(number));
  expect(await device.heard(session, 99)).toHaveLength(99);
  client.sendText(candidate(100));
  expect(await client.closed).toEqual({ code: 1008, reason: 'sends too fast' });
  expect(await device.next('session-close')).toMatchObject({ session, code: 1008 });
});

test('30 more messages are allowed after each second, and not one more', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  for (let number = 1; number < 100; number += 1) client.sendText(candidate(number));
  await device.heard(session, 99);
  for (let second = 0; second < 3; second += 1) {
    service.clock.advance(1_000);
    for (let number = 0; number < 30; number += 1) client.sendText(candidate(number));
    expect(await device.heard(session, 30)).toHaveLength(30);
  }
  client.sendText(candidate(0));
  expect((await client.closed).code).toBe(1008);
});

test('ignored messages, binary frames and pings count towards the rate limit', async () => {
  await using service = await TestService.start();
  const client = await service.open();
  for (let count = 0; count < 34; count += 1) {
    client.sendText('nonsense');
    client.socket.send(Buffer.from([1]));
    client.socket.ping();
  }
  expect((await client.closed).code).toBe(1008);
});

const FULL = { code: 1013, reason: 'too many sockets of this network' };

test('logged-in sockets of an address: one above the limit is closed with 1013, and allowed again after one has closed', async () => {
  await using service = await TestService.start({ limits: { socketsPerAddress: 3 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await service.connect(device);
  expect(await (await service.login()).closed).toEqual(FULL);
  const second = await TestDevice.open(service.target);
  await second.prove(service.target);
  expect(await second.closed).toEqual(FULL);
  client.socket.terminate();
  await device.next('session-close');
  await service.connect(device);
});

test('one socket without login above the limit of an address evicts the oldest, and no other', async () => {
  await using service = await TestService.start({ limits: { socketsPerAddress: 2 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  const [first, second, third] = [await service.open(), await service.open(), await service.open()];
  expect([FULL.code, 1006]).toContain((await first.closed).code);
  for (const { socket } of [client, second, third, device.link]) expect(socket.readyState).toBe(1);
});

test('the forwarded address counts towards socket limits only behind a trusted proxy', async () => {
  await using proxied = await TestService.start({ trustProxy: true, limits: { socketsPerAddress: 1 } });
  const first = await proxied.open(from('203.0.113.9, 198.51.100.1'));
  const second = await proxied.open(from('203.0.113.9, 198.51.100.2'));
  await proxied.open(from('203.0.113.10, 198.51.100.2'));
  await second.closed;
  expect(first.socket.readyState).toBe(1);
  await using direct = await TestService.start({ limits: { socketsPerAddress: 1 } });
  const only = await direct.open(from('198.51.100.1'));
  await direct.open(from('198.51.100.2'));
  await only.closed;
});

test('sessions of a device: one above the limit is closed with 1013, and allowed again after one has closed', async () => {
  await using service = await TestService.start({ limits: { clientsPerDevice: 2 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await service.connect(device);
  const refused = await service.login();
  expect(await refused.closed).toEqual({ code: 1013, reason: 'too many sessions with this device' });
  client.socket.close();
  await device.next('session-close');
  await service.connect(device);
});

test('nine clients with the same connection token are all relayed', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const pages = await Promise.all(Array.from({ length: 9 }, () => service.connect(device)));
  for (const { client } of pages) client.sendText(candidate(1));
  for (const { session } of pages) expect(await device.heard(session, 1)).toEqual([candidate(1)]);
});

test('a client that misses two pings is closed, one that answers stays', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client: alive } = await service.connect(device);
  const dead = await service.open({ autoPong: false });
  dead.sendText(service.loginText());
  const { session } = await device.next('session-open');
  for (let beat = 0; beat < 2; beat += 1) {
    const pings = [alive, dead].map((client) => once(client.socket, 'ping'));
    service.clock.advance(20_000);
    await Promise.all(pings);
    alive.sendText('{"type":3}');
    await alive.texts(1);
  }
  service.clock.advance(20_000);
  expect((await dead.closed).code).toBe(1006);
  expect(await device.next('session-close')).toMatchObject({ session, code: 1006 });
  alive.sendText('{"type":3}');
  expect(await alive.text()).toContain('"type":4');
});

test('a device that misses two pings is closed, and its clients get 4003', async () => {
  await using service = await TestService.start();
  const device = await service.attach({ socketOptions: { autoPong: false } });
  const { client } = await service.connect(device);
  for (let beat = 0; beat < 2; beat += 1) {
    const ping = once(device.link.socket, 'ping');
    const clientPing = once(client.socket, 'ping');
    service.clock.advance(20_000);
    await Promise.all([ping, clientPing]);
    client.sendText('{"type":3}');
    await client.texts(1);
  }
  service.clock.advance(20_000);
  expect((await client.closed).code).toBe(4003);
});

test('a client that does not read is disconnected, and its device continues with others', async () => {
  await using service = await TestService.start({
    limits: { messageBurst: 100_000, bufferedBytes: 128 * 1024 },
  });
  const device = await service.attach();
  const slow = await service.connect(device);
  const other = await service.connect(device);
  slow.client.socket.pause();
  const ended = device.next('session-close');
  let sent = 0;
  await floodUntil(ended, () => {
    sent += FRAME_BYTES;
    return device.link.flushText(largeMessage(slow.session));
  });
  expect(await ended).toMatchObject({ session: slow.session, code: 1008 });
  // buffers of the kernel at both ends, and of the service
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  device.say(other.session, candidate(1));
  expect(await other.client.text()).toBe(candidate(1));
});

test('a device that does not read puts back-pressure on its clients; later everything arrives in order', async () => {
  const total = 400;
  await using service = await TestService.start({
    limits: { messageBurst: 100_000, bufferedBytes: 128 * 1024 },
  });
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.link.socket.pause();
  const sent: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    sent.push(
      client.flushText(candidateOfSize(FRAME_BYTES - 4).replace('candidate:0', `candidate:${number}`)),
    );
  }
  await sent[0];
  expect(client.socket.bufferedAmount).toBeGreaterThan(0);
  device.link.socket.resume();
  for (let number = 0; number < total; number += 1) {
    const [text = ''] = await device.heard(session, 1);
    expect(text).toContain(`candidate:${number}x`);
  }
  expect(device.link.pending).toEqual([]);
});

test('a device that does not read is disconnected, and its clients get 4003', async () => {
  await using service = await TestService.start({
    iceServers: [{ urls: ['turn:t.example'], username: 'u', credential: 'x'.repeat(60_000) }],
    limits: {
      bufferedBytes: 64 * 1024,
      clientsPerDevice: 10_000,
      socketsPerAddress: 10_000,
      connectionsPerAddress: 10_000,
      loginBurst: 10_000,
    },
  });
  const device = await service.attach();
  const { client } = await service.connect(device);
  device.link.socket.pause();
  const count = { logins: 0 };
  await floodUntil(client.closed, async () => {
    count.logins += 1;
    const next = await service.login();
    await Promise.race([next.text(), next.closed]);
  });
  expect((await client.closed).code).toBe(4003);
  expect(count.logins).toBeLessThan(600);
});

/** Repeats `act` until `end`, letting the event loop turn in between. */
async function floodUntil(end: Promise<unknown>, act: () => Promise<void>): Promise<void> {
  const state = { isOver: false };
  const over = end.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    await Promise.race([over, act()]);
    await setImmediate();
  }
}

function from(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

function largeMessage(session: string): string {
  return JSON.stringify({ type: 'session-message', session, message: candidateOfSize(FRAME_BYTES) });
}

test('an attachment frame at its limit is accepted, one byte more closes with 1009', async () => {
  await using service = await TestService.start({ limits: { attachmentFrameBytes: 1_000 } });
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.link.sendText('x'.repeat(1_000));
  device.say(session, candidate(1));
  expect(await client.text()).toBe(candidate(1));
  device.link.sendText('x'.repeat(1_001));
  expect((await device.closed).code).toBe(1009);
});

test('a login just before the time limit is accepted; at the limit the socket closes with 4007', async () => {
  await using service = await TestService.start({ limits: { loginTimeoutMs: 5_000 } });
  const device = await service.attach();
  const [early, late] = [await service.open(), await service.open()];
  service.clock.advance(4_999);
  early.sendText(service.loginText());
  await device.next('session-open');
  expect(await early.text()).toMatch(LOGIN_REPLY);
  service.clock.advance(1);
  expect(await late.closed).toEqual({ code: 4007, reason: 'connection timeout' });
  early.sendText('{"type":3}');
  expect(await early.text()).toContain('"type":4');
});

test('a socket stays open at the limit of unanswered pings and closes with one more', async () => {
  await using service = await TestService.start({ limits: { missedPings: 3, pingIntervalMs: 1_000 } });
  const client = await service.open({ autoPong: false });
  for (let beat = 0; beat < 3; beat += 1) {
    const ping = once(client.socket, 'ping');
    service.clock.advance(1_000);
    await ping;
  }
  expect(client.socket.readyState).toBe(1);
  service.clock.advance(1_000);
  expect((await client.closed).code).toBe(1006);
});

test('when all sockets of a node have logged in, one more gets 503, until one has closed', async () => {
  await using service = await TestService.start({ limits: { sockets: 2 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await expect(service.open()).rejects.toThrow('503');
  await expect(service.attach()).rejects.toThrow('503');
  expect((await fetch(`${service.service.url}/healthz`)).status).toBe(200);
  client.socket.close();
  await device.next('session-close');
  await expect.poll(async () => (await service.open()).socket.readyState).toBe(1);
});

test('logins of a network above the burst are closed with 1013, only the first excess one is recorded, and some more are allowed each second', async () => {
  await using service = await TestService.start({ limits: { loginBurst: 4, loginsPerSecond: 2 } });
  const device = await service.attach();
  const refusedLogin = async () => (await (await service.login({ sct: 'wrong' })).closed).code;
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await refusedLogin()).toBe(4002);
  expect(await (await service.login()).closed).toEqual({
    code: 1013,
    reason: 'too many logins of this network',
  });
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await refusedLogin()).toBe(1013);
  const late = await TestDevice.open(service.target);
  late.send({ type: 'hello', productId: PRODUCT, deviceId: 'never attached before' });
  expect((await late.closed).code).toBe(1013);
  service.clock.advance(999);
  await service.connect(device);
  expect(await refusedLogin()).toBe(1013);
  const rows = await service.service.registry.audit.list({ limit: 100, outcome: 'refused' });
  expect(rows.map(({ detail }) => detail)).toEqual([
    'too many logins of this network',
    'unknown token',
    'unknown token',
    'unknown token',
  ]);
});

test('logins of other networks are not limited', async () => {
  await using service = await TestService.start({ trustProxy: true, limits: { loginBurst: 1 } });
  const login = async (address: string) => {
    const client = await service.open(from(address));
    client.sendText(service.loginText({ sct: 'wrong' }));
    return (await client.closed).code;
  };
  expect(await login('198.51.100.1')).toBe(4002);
  expect(await login('198.51.100.1')).toBe(1013);
  expect(await login('198.51.100.2')).toBe(4002);
  expect(await login('2001:db8::1')).toBe(4002);
  expect(await login('2001:db8::2')).toBe(1013);
});

test('a message of 128 fragments is accepted, one more closes with 1008', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  const text = candidateOfSize(200);
  const sendIn = (count: number): void => {
    for (let index = 0; index < count - 1; index += 1) client.socket.send(text.charAt(index), { fin: false });
    client.socket.send(text.slice(count - 1), { fin: true });
  };
  sendIn(128);
  expect(await device.heard(session, 1)).toEqual([text]);
  sendIn(129);
  expect((await client.closed).code).toBe(1008);
});
