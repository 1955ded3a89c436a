/**
 * @module A client and a device can connect from the address of a flood of connections that never log in,
 * within the default limits.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ATTACHMENT_PATH, ATTACHMENT_SUBPROTOCOL, SIGNALING_PATH } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../config/limits.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { connectHttp2, extendedConnect, Http2Agent } from '../test-support/http2-agent.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const HALF_OPEN = 1_500;
const IDLE = 400;
const WHEN_FULL = { code: 1013, reason: 'too many sockets of this network' };
const ADDRESS = { headers: { 'x-forwarded-for': '203.0.113.9' } };

/** Connects, sends `start`, and then nothing. */
async function halfOpen({ service }: TestService, start = ''): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (start !== '') socket.write(start);
  return socket;
}

async function many<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  // no more at a time than the kernel queues without dropping
  for (let from = 0; from < count; from += 50) {
    const part = Array.from({ length: Math.min(50, count - from) }, (_, index) => make(from + index));
    made.push(...(await Promise.all(part)));
  }
  return made;
}

/** A device attaches, a client logs in and requests ICE servers; returns the response. */
async function answerToGoodClient(service: TestService): Promise<string> {
  const device = await service.attach();
  const { client } = await service.connect(device);
  client.sendText('{"type":3}');
  return await client.text();
}

const ANSWER = expect.stringContaining('"type":4');

/** The service with TLS; its client and device share an open HTTP/2 connection, or have fresh ones. */
async function startSecure(limits: Partial<Limits> = {}, isFresh = false): Promise<TestService> {
  await using directory = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  const service = await TestService.start({ tls, limits }, (url) =>
    isFresh ? { rejectUnauthorized: false } : { agent: new Http2Agent(url) },
  );
  onTestFinished(async () => {
    service.socketOptions.agent?.destroy();
    await service[Symbol.asyncDispose]();
  });
  return service;
}

async function openHttp2(url: string): Promise<ClientHttp2Session> {
  const session = await connectHttp2(url);
  onTestFinished(() => session.destroy());
  return session;
}

test.each([
  ['connections that say nothing', ''],
  ['requests whose headers do not end', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['upgrades whose headers do not end', `GET ${SIGNALING_PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: webso`],
  [
    'requests whose bodies do not come',
    'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
  ],
])(`a client and a device connect despite ${HALF_OPEN} %s`, async (_what, start) => {
  await using service = await TestService.start();
  const flood = await many(HALF_OPEN, () => halfOpen(service, start));
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
  // the service would wait for these requests when it stops
  for (const socket of flood) socket.destroy();
});

test(`a client and a device connect despite ${HALF_OPEN} connections whose TLS handshakes do not end`, async () => {
  const service = await startSecure({}, true);
  // the first bytes of a TLS ClientHello
  await many(HALF_OPEN, () => halfOpen(service, '\u0016\u0003\u0001'));
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
});

test(`a client and a device connect despite ${IDLE} sockets that do not log in`, async () => {
  await using service = await TestService.start();
  const idle = await many(IDLE, () => service.open());
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
  await idle[0]?.closed;
  expect(idle.at(-1)?.socket.readyState).toBe(1);
});

test(`a client and a device connect despite ${IDLE} attachments that do not prove a key`, async () => {
  await using service = await TestService.start();
  const url = `${service.service.url}${ATTACHMENT_PATH}`;
  await many(IDLE, () => TestSocket.open(url, [ATTACHMENT_SUBPROTOCOL]));
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
});

test(`a client and a device connect despite ${IDLE} connections that were answered and stay open`, async () => {
  await using service = await TestService.start();
  await many(IDLE, () => halfOpen(service, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
});

test(`behind a proxy: a client and a device connect despite ${IDLE} sockets of their address that do not log in`, async () => {
  await using service = await TestService.start({ trustProxy: true }, () => ADDRESS);
  await many(IDLE, () => service.open());
  const other = await service.open({ headers: { 'x-forwarded-for': '203.0.113.10' } });
  await many(IDLE, () => service.open());
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
  expect(other.socket.readyState).toBe(1);
});

test(`a client and a device connect despite ${IDLE} streams of HTTP/2 that do not log in`, async () => {
  const service = await startSecure();
  const sessions = await many(4, () => openHttp2(service.service.url));
  await many(IDLE, async (index) => {
    const session = sessions[index % sessions.length];
    if (session === undefined) throw new Error('no HTTP/2 connection');
    await once(extendedConnect(session, SIGNALING_PATH), 'response');
  });
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
});

test(`a client and a device that have logged in stay connected despite ${HALF_OPEN} half-open and ${IDLE} idle ones, on HTTP/1.1 and HTTP/2`, async () => {
  await using plain = await TestService.start();
  const secure = await startSecure();
  for (const service of [plain, secure]) {
    const device = await service.attach();
    const { client } = await service.connect(device);
    await many(HALF_OPEN, () => halfOpen(service));
    if (service === plain) await many(IDLE, () => service.open());
    client.sendText('{"type":3}');
    expect(await client.text()).toContain('"type":4');
  }
});

test('a request in progress survives a flood of silent connections', async () => {
  await using service = await TestService.start({ limits: { connectionsPerAddress: 8 } });
  const headers = { 'content-type': 'application/json', origin: service.service.url, 'content-length': 38 };
  const upload = request(`${service.service.url}/api/v1/login`, { method: 'POST', headers, agent: false });
  upload.write('{"name":"no-one",');
  const answered = once(upload, 'response');
  await many(50, () => halfOpen(service));
  upload.end('"password":"none..."}');
  const [answer] = await answered;
  expect(answer.statusCode).toBe(401);
  answer.resume();
});

test('on a full node the oldest sockets without login are evicted, whatever their address; logged-in ones stay', async () => {
  await using service = await TestService.start({ trustProxy: true, limits: { sockets: 3 } });
  const device = await service.attach();
  const strangers = await many(10, (index) =>
    service.open({ headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
  );
  const { client } = await service.connect(device);
  for (const stranger of strangers.slice(0, -1)) await stranger.closed;
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});

test(`a full node: a client and a device connect despite ${HALF_OPEN} connections that say nothing, also where a proxy counts them`, async () => {
  await using service = await TestService.start({ trustProxy: true, limits: { sockets: 4 } });
  const flood = await many(HALF_OPEN, () => halfOpen(service));
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
  await expect.poll(() => flood.filter(({ destroyed }) => !destroyed).length).toBeLessThan(1_030);
});

test('one logged-in socket above the limit of an address is closed with 1013 and recorded', async () => {
  await using service = await TestService.start({ limits: { socketsPerAddress: 2 } });
  const device = await service.attach();
  await service.connect(device);
  expect(await (await service.login()).closed).toEqual(WHEN_FULL);
  const second = await service.attach().catch((error: unknown) => error);
  expect(second).toBeInstanceOf(Error);
  const [row] = await service.service.registry.audit.list({ limit: 1, outcome: 'refused' });
  expect(row?.detail).toBe('too many sockets of this network');
});

test('an idle TLS connection is evicted before one with a logged-in socket', async () => {
  const service = await startSecure({ connectionsPerAddress: 2 });
  const device = await service.attach();
  const { client } = await service.connect(device);
  const port = Number(new URL(service.service.url).port);
  const idle = await many(4, async () => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined).resume();
    await once(socket, 'secureConnect');
    return socket;
  });
  await expect.poll(() => idle.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});

test('a known client and device log in during a flood of wrong logins, while a new token has to wait', async () => {
  await using service = await TestService.start({ limits: { loginBurst: 8, loginsPerSecond: 1 } });
  const first = await service.attach();
  await service.connect(first);
  const codes = await many(40, async () => (await (await service.login({ sct: 'wrong' })).closed).code);
  expect(new Set(codes)).toEqual(new Set([4002, 1013]));
  const { value } = await service.service.registry.tokens.add({
    productId: PRODUCT,
    deviceId: DEVICE,
    lifetimeMs: 60_000,
  });
  expect((await (await service.login({ sct: value })).closed).code).toBe(1013);
  expect(await answerToGoodClient(service)).toEqual(ANSWER);
});
