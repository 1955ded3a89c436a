/** @module Liveness, readiness, stopping, and access to the metrics. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { TestHttp } from '../test-support/test-http.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { Readiness } from './readiness.ts';

const LOCAL = { host: 'localhost:8700' };

test('readiness lists each dependency, and fails if one fails', async () => {
  let isUp = true;
  const redis = async (): Promise<void> => {
    if (!isUp) throw new Error('away');
  };
  const readiness = new Readiness({ database: async () => undefined, redis });
  await using http = await TestHttp.start({ readiness });
  const parts = { service: 'ok', database: 'ok', redis: 'ok' };
  const ready = await http.call('GET', '/readyz');
  expect([ready.status, ready.json]).toEqual([200, { status: 'ready', parts }]);
  isUp = false;
  const not = await http.ask('GET', '/readyz');
  expect([not.status, not.json]).toEqual([503, { status: 'unready', parts: { ...parts, redis: 'failed' } }]);
  expect((await http.call('GET', '/healthz')).json).toEqual({ status: 'ok' });
  const pages = await http.ask('GET', '/readyz/pages');
  expect([pages.status, pages.json]).toEqual([200, { status: 'ready', parts: { service: 'ok' } }]);
});

test('a dependency that does not respond is not ready; concurrent requests share one check', async () => {
  let asked = 0;
  const never = Promise.withResolvers<void>();
  const readiness = new Readiness({
    database: () => {
      asked += 1;
      return never.promise;
    },
  });
  const answers = await Promise.all([readiness.parts(), readiness.parts(), readiness.parts()]);
  expect(answers).toEqual([{ database: false }, { database: false }, { database: false }]);
  expect(asked).toBe(1);
});

test('a service about to stop reports not ready and still responds', async () => {
  let isDraining = false;
  await using http = await TestHttp.start({ isDraining: () => isDraining });
  isDraining = true;
  const { status, json } = await http.ask('GET', '/readyz');
  expect([status, json]).toEqual([
    503,
    { status: 'unready', parts: { service: 'stopping', database: 'ok' } },
  ]);
  const pages = await http.ask('GET', '/readyz/pages');
  expect([pages.status, pages.json]).toEqual([503, { status: 'unready', parts: { service: 'stopping' } }]);
  expect((await http.as('viewer', 'GET', '/api/v1/products')).status).toBe(200);
  expect((await http.call('GET', '/healthz')).status).toBe(200);
});

test('a request on an open connection gets a response with all headers while the service stops', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  // a socket that does not respond delays the close
  const { client } = await service.connect(device);
  client.socket.pause();
  const socket = connect(Number(new URL(service.service.url).port), '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  const closing = service.service.close();
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => text).toContain('"service":"stopping"');
  expect(text).toContain('HTTP/1.1 503');
  expect(text).toContain("content-security-policy: default-src 'none'");
  client.socket.terminate();
  service.clock.advance(60_000);
  await closing;
});

test.each([
  { what: 'this machine', headers: LOCAL, status: 200 },
  { what: 'this machine by its address', headers: {}, status: 200 },
  { what: 'a page with DNS rebinding', headers: { host: 'evil.example' }, status: 403 },
  { what: "a device's host", headers: { host: 'pr-1--de-1.localhost:8700' }, status: 403 },
  {
    what: 'elsewhere, by a proxy on this machine',
    headers: { ...LOCAL, 'x-forwarded-for': '127.0.0.1' },
    status: 403,
  },
  { what: 'elsewhere, by another proxy', headers: { ...LOCAL, forwarded: 'for=127.0.0.1' }, status: 403 },
  { what: 'elsewhere, by a third', headers: { ...LOCAL, via: '1.1 x' }, status: 403 },
])('metrics requested by $what respond with $status', async ({ headers, status }) => {
  for (const trustProxy of [false, true]) {
    await using http = await TestHttp.start({ trustProxy });
    const answer = await http.call('GET', '/metrics', { headers });
    const type = status === 200 ? /^text\/plain; version=0\.0\.4/ : /^application\/json/;
    expect([answer.status, answer.json?.error.code]).toEqual([
      status,
      status === 200 ? undefined : 'ERR_FORBIDDEN',
    ]);
    expect(answer.headers['content-type']).toMatch(type);
  }
});

test('with a token the metrics are readable from anywhere with that token only', async () => {
  const token = 'scrape-0123456789';
  await using http = await TestHttp.start({ metricsAccess: { token } });
  const ask = async (authorization: string | undefined): Promise<number> => {
    const headers = { host: 'signal.example', ...(authorization === undefined ? {} : { authorization }) };
    return (await http.call('GET', '/metrics', { headers })).status;
  };
  expect(await ask(`Bearer ${token}`)).toBe(200);
  expect(await ask(`bearer ${token}`)).toBe(200);
  expect(await ask(undefined)).toBe(401);
  expect(await ask(`Bearer ${token}x`)).toBe(401);
  expect(await ask(`Bearer ${await http.key('admin')}`)).toBe(401);
  expect((await http.call('GET', '/metrics', { headers: LOCAL })).status).toBe(401);
});

test('public metrics are readable by all', async () => {
  await using http = await TestHttp.start({ metricsAccess: { isPublic: true } });
  const headers = { host: 'signal.example', 'x-forwarded-for': '198.51.100.7' };
  expect((await http.call('GET', '/metrics', { headers })).status).toBe(200);
});
