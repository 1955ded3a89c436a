/**
 * @module What every response has in common, whatever its status and origin; and requests from other origins.
 */
import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../request/security-headers.ts';
import { TestHttp, type Call } from '../test-support/test-http.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { ACCESS } from './access-table.ts';
import { EdgeError } from '@longwire/protocol';

const P = '/api/v1/products';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The fixture's `call` checks the headers of every response; this test covers each status. */
test('every route and every status has the common headers', async () => {
  await using http = await TestHttp.start({
    wrap: (registry) => ({
      ...registry,
      apiKeys: { ...registry.apiKeys, ...keysOf(registry), list: () => Promise.reject(new Error('broken')) },
      exportAll: () => {
        throw new EdgeError('ERR_DATABASE', 'database error: broken');
      },
    }),
  });
  const statuses = new Set<number>();
  const see = async (method: string, path: string, call: Call = {}): Promise<number> => {
    const { status } = await http.call(method, path, call);
    statuses.add(status);
    return status;
  };
  const key = await http.key('admin');
  for (const route of ACCESS.keys()) {
    const [method = '', pattern = ''] = route.split(' ');
    await see(method, pattern.replaceAll(/:\w+/g, 'x'), { key });
  }
  expect(await see('POST', P, { key, body: { productId: 'pr-1' } })).toBe(201);
  expect(await see('DELETE', `${P}/pr-1`, { key })).toBe(204);
  expect(await see('GET', P, {})).toBe(401);
  expect(await see('GET', '/api/v1/operators', { key: await http.key('viewer') })).toBe(403);
  expect(await see('GET', '/api/v1/nothing', { key })).toBe(404);
  expect(await see('PUT', P, { key })).toBe(405);
  expect(
    await see('POST', '/api/v1/operators', { key, body: { name: 'a', role: 'admin', password: 'short' } }),
  ).toBe(400);
  await see('POST', P, { key, body: { productId: 'pr-1' } });
  expect(await see('POST', P, { key, body: { productId: 'pr-1' } })).toBe(409);
  expect(await see('POST', P, { key, rawBody: 'x'.repeat(20_000), headers: JSON_TYPE })).toBe(413);
  expect(await see('GET', `${P}/${'x'.repeat(2_000)}`, { key })).toBe(414);
  expect(await see('POST', P, { key, rawBody: 'x', headers: { 'content-type': 'text/plain' } })).toBe(415);
  expect(await see('GET', '/%E0%A4%A', { key })).toBe(400);
  expect(await see('GET', '/api/v1/keys', { key })).toBe(500);
  expect(await see('GET', '/api/v1/export', { key })).toBe(503);
  expect(await see('POST', P, { headers: { expect: 'more' } })).toBe(417);
  for (let tries = 0; tries < 70; tries += 1) await see('GET', P, {});
  expect([...statuses].sort((a, b) => a - b)).toEqual([
    200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 414, 415, 417, 429, 500, 503,
  ]);
});

function keysOf({
  apiKeys,
}: Parameters<NonNullable<Parameters<typeof TestHttp.start>[0]>['wrap'] & object>[0]) {
  return {
    add: apiKeys.add.bind(apiKeys),
    find: apiKeys.find.bind(apiKeys),
    revoke: apiKeys.revoke.bind(apiKeys),
  };
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  [
    'length and chunks at once',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a null in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
])('an invalid HTTP message gets a response with the common headers: %s', async (_what, text, status) => {
  await using http = await TestHttp.start();
  const answer = await http.raw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(head).toContain(`${name}: ${value}`);
  expect(head).toContain('cache-control: no-store');
  const id = /^x-request-id: (.*)$/m.exec(head)?.[1];
  expect(JSON.parse(body)).toEqual({
    error: { code: 'ERR_BAD_REQUEST', message: expect.any(String) },
    requestId: id?.trim(),
  });
  expect((await http.call('GET', '/healthz')).status).toBe(200);
});

test('a body that does not arrive in time responds with 408 and the common headers', async () => {
  await using http = await TestHttp.start({ limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 } });
  const head = `POST ${P} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await http.key('admin')}\r\n`;
  const answer = await http.raw(`${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\nslow`);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain("content-security-policy: default-src 'none'");
});

test('a path with other methods responds with 405 and lists them', async () => {
  await using http = await TestHttp.start();
  const ask = async (method: string, path: string): Promise<unknown[]> => {
    const { status, headers } = await http.call(method, path);
    return [status, headers.allow];
  };
  expect(await ask('PUT', P)).toEqual([405, 'GET, HEAD, POST']);
  expect(await ask('POST', `${P}/pr-1/devices/de-1`)).toEqual([405, 'DELETE, GET, HEAD, PATCH']);
  expect(await ask('DELETE', '/healthz')).toEqual([405, 'GET, HEAD']);
  expect(await ask('TRACE', '/api/v1/login')).toEqual([405, 'POST']);
  expect(await ask('GET', '/api/v1/login')).toEqual([405, 'POST']);
  expect(await ask('GET', '/API/v1/products')).toEqual([404, undefined]);
});

test.each([
  '/api/v1/../v1/products',
  '/api//v1/products',
  '/api/v1/%2e%2e/v1/products',
  '/api/v1/products%2fpr-1',
  '/api/v1/products/..%2f..%2foperators',
  '/api/v1/products;x=1',
  '//api/v1/products',
  '/api/v1/products\\..',
])('the path %s is not normalized and does not exist', async (path) => {
  await using http = await TestHttp.start();
  const answer = await http.call('GET', path, { key: await http.key('admin') });
  expect([answer.status, answer.json.error.code]).toEqual([404, 'ERR_NOT_FOUND']);
});

test("with a console the API's paths still belong to the API", async () => {
  await using directory = await makeDirectory();
  const root = join(directory.path, 'console');
  await mkdir(root);
  await writeFile(join(root, 'index.html'), '<!doctype html>');
  await using http = await TestHttp.start({ console: root });
  const page = { headers: { accept: 'text/html' } };
  expect((await http.call('GET', '/api/v1/nothing', page)).json.error.code).toBe('ERR_NOT_FOUND');
  expect((await http.call('GET', '/api/v1/login', page)).status).toBe(405);
  expect((await http.call('GET', P, page)).status).toBe(401);
  expect((await http.ask('GET', '/devices', page)).text).toBe('<!doctype html>');
});

async function idOf(http: TestHttp, given: string): Promise<unknown> {
  return (await http.call('GET', '/healthz', { headers: { 'x-request-id': given } })).headers['x-request-id'];
}

test('a request id comes from a trusted proxy if it is valid, else from the service', async () => {
  await using trusting = await TestHttp.start({ trustProxy: true });
  expect(await idOf(trusting, 'abc-1.2_3')).toBe('abc-1.2_3');
  expect(await idOf(trusting, 'a b')).not.toBe('a b');
  expect(await idOf(trusting, 'x'.repeat(65))).not.toContain('xxx');
  await using wary = await TestHttp.start();
  expect(await idOf(wary, 'abc')).not.toBe('abc');
  expect(await idOf(wary, 'abc')).not.toBe(await idOf(wary, 'abc'));
});

test('one request id links log lines and the response', async () => {
  const lines: string[] = [];
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
  await using http = await TestHttp.start({ log });
  const answer = await http.call('GET', P);
  const id = answer.headers['x-request-id'];
  const mine = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  await expect.poll(() => lines.filter((line) => line.includes(String(id))).length).toBeGreaterThanOrEqual(3);
  expect(mine.map(({ code }) => code)).toContain('ERR_UNAUTHENTICATED');
});

test('pages on allowed origins may use a key and read responses, other origins may not; cookies are never accepted', async () => {
  const listed = 'https://console.example';
  await using http = await TestHttp.start({ allowedOrigins: [listed] });
  const preflight = (origin: string): ReturnType<TestHttp['call']> =>
    http.call('OPTIONS', P, { headers: { origin, 'access-control-request-method': 'POST' } });
  const good = await preflight(listed);
  expect(good.status).toBe(204);
  expect(good.headers).toMatchObject({
    'access-control-allow-origin': listed,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    vary: 'origin',
  });
  for (const origin of ['https://evil.example', 'null', `${listed}.evil`, 'http://console.example']) {
    const bad = await preflight(origin);
    expect([bad.status, bad.json.error.code]).toEqual([403, 'ERR_ORIGIN']);
    expect(Object.keys(bad.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  const key = await http.key('viewer');
  const read = await http.call('GET', P, { key, headers: { origin: listed } });
  expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, listed]);
  const refused = await http.call('GET', P, { headers: { origin: listed } });
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, listed]);
  const other = await http.call('GET', P, { key, headers: { origin: 'https://evil.example' } });
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
  await http.addOperators(['admin']);
  const cookie = await http.login('admin');
  expect((await http.call('GET', P, { cookie, headers: { origin: listed } })).status).toBe(403);
  for (const { headers } of [good, read, refused]) {
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  }
});

test('without allowed origins no preflight of another origin succeeds; other clients may ask for the methods', async () => {
  await using http = await TestHttp.start();
  const headers = { origin: 'https://console.example', 'access-control-request-method': 'GET' };
  expect((await http.call('OPTIONS', P, { headers })).status).toBe(403);
  const plain = await http.call('OPTIONS', P);
  expect([plain.status, plain.headers.allow]).toEqual([204, 'GET, POST, PUT, PATCH, DELETE, OPTIONS']);
});
