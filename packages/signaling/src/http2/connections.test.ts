/**
 * @module Limits and features of an HTTP/2 connection: routes, floods, idle time, slow requests, shutdown.
 */
import { once } from 'node:events';
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { SIGNALING_PATH } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../config/limits.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { cancelledRequests } from '../test-support/http2-frames.fixture.ts';
import { connectHttp2, extendedConnect, Http2Agent } from '../test-support/http2-agent.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { IDLE_MS } from './session-guard.ts';

async function start(limits: Partial<Limits> = {}): Promise<TestService> {
  await using directory = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  const service = await TestService.start({ tls, limits }, (url) => ({ agent: new Http2Agent(url) }));
  onTestFinished(async () => {
    service.socketOptions.agent?.destroy();
    await service[Symbol.asyncDispose]();
  });
  return service;
}

async function open({ service }: TestService): Promise<ClientHttp2Session> {
  const session = await connectHttp2(service.url);
  onTestFinished(() => session.destroy());
  return session;
}

/** Resolves at the end, with or without an error. */
async function closed(one: ClientHttp2Session | ClientHttp2Stream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  one.once('close', resolve);
  await promise;
}

async function get(session: ClientHttp2Session, path: string): Promise<string> {
  const stream = session.request({ ':path': path });
  const [answer]: { ':status'?: number }[] = await once(stream, 'response');
  return `${answer?.[':status']} ${await text(stream)}`;
}

test('a client and a device connect over one HTTP/2 connection, which serves the routes as well', async () => {
  const service = await start({ connectionsPerAddress: 1 });
  const { agent } = service.socketOptions;
  const device = await service.attach();
  const { client } = await service.connect(device);
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
  if (!(agent instanceof Http2Agent)) throw new Error('not an HTTP/2 agent');
  expect(await get(await agent.session, '/healthz')).toMatch(/^200 .*ok/u);
});

test('the same port serves HTTP/1.1 to clients without HTTP/2', async () => {
  const service = await start();
  const request = httpsRequest(`${service.service.url}/healthz`, { rejectUnauthorized: false, agent: false });
  const answered = once(request, 'response');
  request.end();
  const [response] = await answered;
  expect([response.httpVersion, response.statusCode]).toEqual(['1.1', 200]);
});

test('any number of answered requests is not a flood', async () => {
  const service = await start();
  const session = await open(service);
  for (let asked = 0; asked < 300; asked += 1) expect(await get(session, '/healthz')).toMatch(/^200/u);
  expect(session.destroyed).toBe(false);
});

test.each<[string, (session: ClientHttp2Session) => Promise<void> | void]>([
  [
    'streams cancelled immediately',
    async (session) => {
      const stream = session.request({ ':path': '/openapi.json' });
      stream.on('error', () => undefined);
      // a request cancelled before it is written is never sent
      await new Promise(setImmediate);
      stream.close(constants.NGHTTP2_CANCEL);
    },
  ],
  ['pings', (session) => void session.ping(() => undefined)],
  [
    'settings',
    async (session) => {
      const acknowledged = Promise.withResolvers<void>();
      session.settings({ initialWindowSize: 70_000 }, () => acknowledged.resolve());
      await Promise.race([closed(session), acknowledged.promise]);
    },
  ],
])('a flood of %s ends its connection, and no other', async (_what, send) => {
  const service = await start();
  const device = await service.attach();
  const { client } = await service.connect(device);
  const session = await open(service);
  const codes: number[] = [];
  session.on('goaway', (code) => codes.push(code));
  const ended = closed(session);
  for (let sent = 0; sent < 300 && !session.destroyed; sent += 1) await send(session);
  await ended;
  expect(codes).toContain(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});

test('streams cancelled with NO_ERROR count as cancelled', async () => {
  const service = await start();
  const { port } = new URL(service.service.url);
  const socket = connectTls({ port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  socket.write(cancelledRequests(400));
  await once(socket, 'close');
  const goAway = Buffer.from([7, 0, 0, 0, 0, 0]);
  expect(Buffer.concat(received).includes(goAway)).toBe(true);
});

test.each([
  ['large', { 'x-large': 'x'.repeat(20_000) }],
  ['many', Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'x']))],
])('requests whose headers are too %s reach no route', async (_what, headers) => {
  const service = await start();
  const session = await open(service);
  const stream = session.request({ ':path': '/healthz', ...headers });
  await expect(once(stream, 'response')).rejects.toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' });
});

test('the settings of a connection announce the stream limit and extended CONNECT', async () => {
  const service = await start();
  const session = await open(service);
  expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
  expect(session.remoteSettings.enableConnectProtocol).toBe(true);
});

test('an idle connection ends, one with a WebSocket does not', async () => {
  const service = await start();
  const [silent, used] = [await open(service), await open(service)];
  const stream = extendedConnect(used, SIGNALING_PATH);
  await once(stream, 'response');
  const ended = once(silent, 'close');
  service.clock.advance(10_000);
  await ended;
  expect(await get(used, '/healthz')).toMatch(/^200/u);
});

test('a connection ends some time after its last stream', async () => {
  const service = await start();
  const session = await open(service);
  await get(session, '/healthz');
  service.clock.advance(IDLE_MS - 1);
  expect(await get(session, '/healthz')).toMatch(/^200/u);
  const ended = once(session, 'close');
  await expect
    .poll(() => {
      service.clock.advance(IDLE_MS);
      return session.destroyed;
    })
    .toBe(true);
  await ended;
});

test('a request whose body does not arrive is aborted, and its connection continues', async () => {
  const service = await start({ requestTimeoutMs: 30_000 });
  const session = await open(service);
  const slow = session.request(
    {
      ':method': 'POST',
      ':path': '/api/v1/login',
      'content-type': 'application/json',
      origin: service.service.url,
    },
    { endStream: false },
  );
  slow.on('error', () => undefined);
  slow.write('{"name":');
  expect(await get(session, '/healthz')).toMatch(/^200/u);
  const closed = once(slow, 'close');
  service.clock.advance(30_000);
  await closed;
  expect(slow.rstCode).toBe(constants.NGHTTP2_CANCEL);
  expect(await get(session, '/healthz')).toMatch(/^200/u);
});

test('a TCP connection without a TLS handshake is closed', async () => {
  const service = await start({ headersTimeoutMs: 300 });
  const socket = connect(Number(new URL(service.service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

test('plain HTTP to the TLS port is closed', async () => {
  const service = await start();
  const socket = connect(Number(new URL(service.service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(100);
});

test('one connection above the limit of an address closes the oldest', async () => {
  // one of them is used by the service's own client
  const service = await start({ connectionsPerAddress: 2 });
  const [first, second] = [await open(service), await open(service)];
  const third = await open(service);
  await expect.poll(() => first.destroyed).toBe(true);
  for (const session of [second, third]) expect(await get(session, '/healthz')).toMatch(/^200/u);
});

test('when the service stops, its sockets end with 1012 and its connections after them', async () => {
  const service = await start();
  const device = await service.attach();
  const { client } = await service.connect(device);
  const session = await open(service);
  const ended = once(session, 'close');
  await service.service.close();
  expect((await client.closed).code).toBe(1012);
  await ended;
});

test('requests in progress on any connection complete when the service stops', async () => {
  const service = await start();
  const sessions = [await open(service), await open(service)];
  const asked = sessions.map((session) => {
    const headers = { 'content-type': 'application/json', origin: service.service.url };
    const stream = session.request({ ':method': 'POST', ':path': '/api/v1/login', ...headers });
    stream.write('{"name":"no-one",');
    return stream;
  });
  for (const session of sessions) expect(await get(session, '/healthz')).toMatch(/^200/u);
  const closed = service.service.close();
  for (const stream of asked) {
    const answered = once(stream, 'response');
    stream.end('"password":"no password"}');
    const [answer]: { ':status'?: number }[] = await answered;
    expect(answer?.[':status']).toBe(401);
    stream.resume();
  }
  await closed;
});
