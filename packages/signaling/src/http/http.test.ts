/** @module Health, the console's files, headers, and accepted upgrades. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';
import { createService } from '../create-service.ts';

const PAGE = { headers: { accept: 'text/html,*/*;q=0.8' } };

async function makeConsole(root: string): Promise<string> {
  const directory = join(root, 'console');
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(join(directory, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(join(directory, '.hidden'), 'secret');
  await writeFile(join(root, 'outside.txt'), 'secret');
  return directory;
}

/** Requests a path without the normalization of fetch. */
async function rawGet(
  base: string,
  path: string,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  const { hostname, port } = new URL(base);
  const answer = Promise.withResolvers<{ status: number; headers: NodeJS.Dict<string | string[]> }>();
  request({ hostname, port, path }, (response) => {
    response.resume();
    answer.resolve({ status: response.statusCode ?? 0, headers: response.headers });
  })
    .on('error', answer.reject)
    .end();
  return answer.promise;
}

test('the health endpoint responds', async () => {
  await using service = await TestService.start();
  const response = await fetch(`${service.service.url}/healthz`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(['/', '/healthz', '/no/such/page', '/assets/none.js', '/%E0%A4%A'])(
  'security headers are sent for %s',
  async (path) => {
    await using directory = await makeDirectory();
    await using service = await TestService.start({ console: await makeConsole(directory.path) });
    const { headers } = await rawGet(service.service.url, path);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy.filter((rule) => !rule.startsWith('frame-src '))).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob: mediastream:",
      "connect-src 'self' ws: wss:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types longwire-worker',
    ]);
    expect(headers['permissions-policy']).toContain('microphone=(self), camera=(self)');
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  },
);

test("the console's files have cache times, its routes get index.html, and missing files 404", async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start({ console: await makeConsole(directory.path) });
  const { url } = service.service;
  const script = await fetch(`${url}/assets/index-abc.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const path of ['/', '/index.html', '/devices/de-1/live', '/pair?p=a']) {
    const page = await fetch(`${url}${path}`, PAGE);
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>console</title>']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
  }
  expect((await fetch(`${url}/assets/gone.js`, PAGE)).status).toBe(404);
  expect((await fetch(`${url}/favicon.ico`)).status).toBe(404);
  expect((await fetch(`${url}/devices`, { method: 'POST', ...PAGE })).status).toBe(404);
});

test.each([
  '/../outside.txt',
  '/..%2foutside.txt',
  '/assets/../../outside.txt',
  '/.hidden',
  '/%2e%2e/outside.txt',
])('files outside the console directory and hidden files are not served: %s', async (path) => {
  await using directory = await makeDirectory();
  await using service = await TestService.start({ console: await makeConsole(directory.path) });
  expect((await rawGet(service.service.url, path)).status).toBeGreaterThanOrEqual(400);
});

test.each([
  ['de-AT,de;q=0.9', 'de', 'Behalten Sie den Link'],
  ['en', 'en', 'Keep the link'],
  ['*', 'en', 'Keep the link'],
])('without a console a page for %s says so in words', async (language, lang, words) => {
  await using service = await TestService.start({ console: false });
  const headers = { ...PAGE.headers, 'accept-language': language };
  const page = await fetch(`${service.service.url}/devices/de-1`, { headers });
  const html = await page.text();
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src");
  expect(html).toContain(`<html lang="${lang}">`);
  expect(html).toContain(words);
  const api = await fetch(`${service.service.url}/api/none`, { headers });
  expect(await api.json()).toMatchObject({ error: { code: 'ERR_NOT_FOUND' } });
});

test('a directory without index.html is rejected at the start', async () => {
  await using directory = await makeDirectory();
  const options = { database: join(directory.path, 'r.db'), console: directory.path };
  await expect(createService(options)).rejects.toMatchObject({ code: 'ERR_CONFIG' });
});

test('a port in use causes a typed error, and opened resources are closed', async () => {
  await using service = await TestService.start();
  await using directory = await makeDirectory();
  const port = Number(new URL(service.service.url).port);
  const starting = createService({ database: join(directory.path, 'r.db'), port });
  await expect(starting).rejects.toMatchObject({ code: 'ERR_LISTEN' });
});

test.each([
  ['a request with incomplete headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ['an upgrade with incomplete headers', 'GET /signaling/v1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n'],
  ['a missing body', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nslow'],
])('%s is aborted with 408 after its time limit; an open WebSocket is not', async (_what, text) => {
  await using service = await TestService.start({ limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 } });
  const client = await service.open();
  const slow = connect(Number(new URL(service.service.url).port), '127.0.0.1');
  const ended = once(slow, 'close');
  slow.setEncoding('utf8').write(text);
  let answer = '';
  slow.on('data', (part) => (answer += String(part)));
  await ended;
  expect(answer).toContain('HTTP/1.1 408 ');
  expect(client.socket.readyState).toBe(1);
});

test('WebSockets are accepted from any origin without a list, else from listed origins, own pages, and clients without Origin', async () => {
  await using open = await TestService.start();
  await open.open({ origin: 'https://anywhere.example' });
  await using service = await TestService.start({ allowedOrigins: ['https://console.example'] });
  await service.open({ origin: 'https://console.example' });
  await service.open({ origin: service.service.url.replace(/^ws/u, 'http') });
  await service.open();
  await service.open({ origin: service.service.url });
  await expect(service.open({ origin: 'http://127.0.0.1:1' })).rejects.toThrow('403');
  await expect(service.open({ origin: 'https://console.example.evil' })).rejects.toThrow('403');
  await expect(service.open({ origin: 'null' })).rejects.toThrow('403');
});

test('with a list of origins, pages of the service itself open WebSockets under the public URL too, and with a Host in capitals', async () => {
  const publicUrl = 'https://signal.example';
  await using service = await TestService.start({ publicUrl, allowedOrigins: ['https://console.example'] });
  await service.open({ origin: publicUrl });
  await service.open({ origin: 'http://lw.example', headers: { host: 'LW.example' } });
  await expect(service.open({ origin: 'http://signal.example' })).rejects.toThrow('403');
});

test('WebSocket upgrades are accepted only on the two paths with their sub-protocols', async () => {
  await using service = await TestService.start();
  const { url } = service.service;
  const client = await TestSocket.open(`${url}/signaling/v1?x=1`, ['other', 'json']);
  expect(client.socket.protocol).toBe('json');
  expect((await TestSocket.open(`${url}/signaling/v1`, [])).socket.protocol).toBe('');
  await expect(TestSocket.open(`${url}/signaling/v1`, ['other'])).rejects.toThrow('400');
  await expect(TestSocket.open(`${url}/signaling/device/v1`, ['json'])).rejects.toThrow('400');
  await expect(TestSocket.open(`${url}/signaling/device/v1`, [])).rejects.toThrow('400');
  await expect(TestSocket.open(`${url}/`, ['json'])).rejects.toThrow('404');
  await expect(TestSocket.open(`${url}/signaling/v2`, ['json'])).rejects.toThrow('404');
});

test("an upgrade with an admin's cookie has no more rights than one without", async () => {
  await using service = await TestService.start();
  const { operators, operatorSessions } = service.service.registry;
  await operators.add({ name: 'ada', role: 'admin', password: 'correct horse battery' });
  const cookie = `__Host-longwire=${await operatorSessions.add('ada', 3_600_000)}`;
  const own = service.service.url;
  const client = await service.open({ headers: { cookie }, origin: own });
  client.sendText(service.loginText({ sct: 'none' }));
  expect((await client.closed).code).toBe(4002);
  await expect(TestSocket.open(`${own}/api/v1/products`, ['json'], { headers: { cookie } })).rejects.toThrow(
    '404',
  );
});

test('a refused upgrade has the common headers and a request id', async () => {
  await using service = await TestService.start({ trustProxy: true });
  const port = Number(new URL(service.service.url).port);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  const ended = once(socket, 'close');
  const lines = [
    'GET /nowhere HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'X-Request-Id: id-7',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await ended;
  expect(text).toContain('HTTP/1.1 404 ');
  expect(text).toContain("content-security-policy: default-src 'none'");
  expect(text).toContain('x-request-id: id-7');
});
