/** @module Unusual request bodies: each gets an exact response, and none causes an internal error. */
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINGERPRINT, PASSWORD, TestHttp } from '../test-support/test-http.fixture.ts';
import { ACCESS } from './access-table.ts';

const P = '/api/v1/products';
const JSON_TYPE = 'application/json';

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

test.each([
  ['nothing', '', 'body is not valid JSON'],
  ['no JSON', '{productId: 1}', 'body is not valid JSON'],
  ['half of it', '{"productId": "pr-1"', 'body is not valid JSON'],
  ['more behind it', '{"productId": "pr-1"} {}', 'body is not valid JSON'],
  ['a byte order mark', '\uFEFF{"productId": "pr-1"}', 'body is not valid JSON'],
  ['a comment', '{"productId": "pr-1" /* */}', 'body is not valid JSON'],
  ['NaN', 'NaN', 'body is not valid JSON'],
  ['null', 'null', 'body must be object'],
  ['an array', '[]', 'body must be object'],
  ['text', '"pr-1"', 'body must be object'],
  ['a number for text', '{"productId": 1}', 'body/productId must be string'],
  ['text in an array', '{"productId": ["pr-1"]}', 'body/productId must be string'],
  ['no name', '{}', 'body must have required properties productId'],
  ['an unknown name', '{"productId": "pr-1", "x": 1}', 'body contains an unknown name'],
  [
    'an unknown name in a nested object',
    '{"productId": "pr-1", "issuer": {"issuer": "i", "audience": "a", "jwks": "https://i", "x": 1}}',
    'body contains an unknown name',
  ],
  ['a duplicate name', '{"productId": "pr-1", "productId": "pr-2"}', 'body contains a name twice'],
  [
    'a duplicate name, escaped',
    '{"productId": "pr-1", "product\\u0049d": "pr-2"}',
    'body contains a name twice',
  ],
  ['__proto__', '{"productId": "pr-1", "__proto__": {"x": 1}}', 'body contains a reserved name'],
  ['__proto__, escaped', '{"\\u005f_proto__": 1}', 'body contains a reserved name'],
  ['constructor', '{"constructor": {"prototype": {}}}', 'body contains a reserved name'],
  ['17 levels', nested(17), 'body is nested deeper than 16 levels'],
  ['8,000 levels', nested(8_000), 'body is nested deeper than 16 levels'],
  ['8,000 levels that are never closed', '['.repeat(8_000), 'body is nested deeper than 16 levels'],
])('a body with %s is rejected with 400', async (_what, rawBody, message) => {
  await using http = await TestHttp.start();
  const answer = await http.call('POST', P, { key: await http.key('admin'), rawBody });
  expect([answer.status, answer.json.error]).toEqual([400, { code: 'ERR_BAD_REQUEST', message }]);
});

test('invalid UTF-8, a wrong Content-Length and a missing content type are rejected', async () => {
  await using http = await TestHttp.start();
  const key = await http.key('admin');
  const rawBody = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]);
  const bad = await http.call('POST', P, { key, rawBody });
  expect([bad.status, bad.json.error.message]).toEqual([400, 'body is not valid UTF-8']);
  const none = await http.call('POST', P, { key });
  expect([none.status, none.json.error.message]).toEqual([400, 'body must be object']);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/x-ndjson',
  'application/jsonx',
  'text/json',
  'application/json, text/plain',
  'nonsense',
  '',
])('a body of type %j responds with 415: forms of other sites can only send such types', async (type) => {
  await using http = await TestHttp.start();
  const call = {
    key: await http.key('admin'),
    rawBody: '{"productId": "pr-1"}',
    headers: { 'content-type': type },
  };
  const answer = await http.call('POST', P, call);
  expect([answer.status, answer.json.error.code]).toEqual([415, 'ERR_MEDIA_TYPE']);
});

test.each([JSON_TYPE, 'application/json; charset=utf-8', 'Application/JSON'])(
  'a body of type %s is accepted',
  async (type) => {
    await using http = await TestHttp.start();
    const call = {
      key: await http.key('admin'),
      body: { productId: 'pr-1' },
      headers: { 'content-type': type },
    };
    expect((await http.call('POST', P, call)).status).toBe(201);
  },
);

test('an import accepts only JSON lines', async () => {
  await using http = await TestHttp.start();
  const key = await http.key('admin');
  const ask = async (type: string): Promise<number> =>
    (await http.call('POST', '/api/v1/import', { key, rawBody: '{}', headers: { 'content-type': type } }))
      .status;
  expect(await ask(JSON_TYPE)).toBe(415);
  expect(await ask('application/x-ndjson')).toBe(400);
});

const body = (size: number): string => `{"productId": "pr-1"}`.padEnd(size, ' ');

test('a body of the maximum size is accepted, one byte more responds with 413, with or without Content-Length', async () => {
  await using http = await TestHttp.start();
  const key = await http.key('admin');
  const max = 16 * 1024;
  expect((await http.call('POST', P, { key, rawBody: body(max) })).status).toBe(201);
  const over = await http.call('POST', P, { key, rawBody: body(max + 1) });
  expect([over.status, over.json.error.code]).toEqual([413, 'ERR_BODY_TOO_LARGE']);
  const chunks = `${(max + 1).toString(16)}\r\n${body(max + 1)}\r\n0\r\n\r\n`;
  const head = `POST ${P} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${JSON_TYPE}\r\n`;
  expect(await http.raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`)).toMatch(/^HTTP\/1.1 413 /);
});

test('body values are not converted: quoted numbers, quoted booleans and null are rejected', async () => {
  await using http = await TestHttp.start();
  await http.as('admin', 'POST', P, { productId: 'pr-1' });
  const device = { deviceId: 'de-1', fingerprint: FINGERPRINT };
  await http.as('admin', 'POST', `${P}/pr-1/devices`, device);
  for (const [method, path, body] of [
    ['POST', `${P}/pr-1/tokens`, { lifetimeMs: '1000' }],
    ['POST', `${P}/pr-1/tokens`, { lifetimeMs: 1.5 }],
    ['POST', `${P}/pr-1/tokens`, { lifetimeMs: 1e300 }],
    ['POST', `${P}/pr-1/tokens`, { lifetimeMs: 1000, deviceId: null }],
    ['PATCH', `${P}/pr-1/devices/de-1`, { isEnabled: 'false' }],
    ['PATCH', `${P}/pr-1/devices/de-1`, { isEnabled: 0 }],
    ['PATCH', `${P}/pr-1/devices/de-1`, { fingerprint: null }],
  ] as const) {
    const { status } = await http.as('admin', method, path, body);
    expect({ body, status }).toEqual({ body, status: 400 });
  }
  expect(await http.registry.devices.get({ productId: 'pr-1', deviceId: 'de-1' })).toMatchObject({
    isEnabled: true,
  });
});

const CHANGING = [...ACCESS.keys()].filter((route) => /^(?:POST|PUT|PATCH|DELETE) /.test(route));

/** Values close to what the routes accept. */
const near = fc.oneof(
  fc.constantFrom<unknown>(
    'pr-1',
    'de-1',
    'admin',
    'viewer',
    FINGERPRINT,
    PASSWORD,
    'https://i.example',
    0,
    1,
    -1,
    null,
  ),
  fc.jsonValue({ maxDepth: 4 }),
);
const names = fc.constantFrom(
  'productId',
  'deviceId',
  'fingerprint',
  'name',
  'isEnabled',
  'lifetimeMs',
  'overlapMs',
  'role',
  'password',
  'issuer',
  'audience',
  'jwks',
  'current',
  '',
  'toString',
  'hasOwnProperty',
  '__proto__',
);
const bodies = fc.oneof(fc.dictionary(names, near, { maxKeys: 5 }), fc.jsonValue({ maxDepth: 4 }));
const ids = fc.oneof(
  fc.constantFrom('pr-1', 'de-1', 'admin', '__proto__', '.', '%00'),
  fc.string({ maxLength: 40 }),
);

test('arbitrary JSON to any route gets a response that matches its schema, never an internal error', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  await http.addOperators(['admin']);
  const key = await http.key('admin');
  let network = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CHANGING), bodies, ids, async (route, body, id) => {
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(id));
      // each from a different network, so that the throttles do not respond instead of the routes
      network += 1;
      const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
      const headers = { 'x-forwarded-for': address, host: 'localhost' };
      const isImport = pattern.endsWith('/import');
      const type = { 'content-type': isImport ? 'application/x-ndjson' : JSON_TYPE };
      const rawBody = JSON.stringify(body);
      const answer = await http.call(method, path, { key, rawBody, headers: { ...headers, ...type } });
      expect(answer.status, `${route} ${rawBody} ${answer.text}`).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('x');
});

test('arbitrary queries get a response that matches the schema', async () => {
  await using http = await TestHttp.start();
  const key = await http.key('admin');
  const lists = [P, '/api/v1/audit', '/api/v1/live/devices', '/api/v1/live/sessions', `${P}/pr-1/tokens`];
  const keys = fc.constantFrom('limit', 'after', 'before', 'deviceId', 'actor', 'outcome', '__proto__', 'x');
  const query = fc.array(fc.tuple(keys, fc.string({ maxLength: 20 })), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), query, async (path, pairs) => {
      const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      const { status } = await http.call('GET', `${path}?${text}`, { key });
      expect(status, `${path}?${text}`).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

test('a client that disconnects during a body is rejected without an error in the log', async () => {
  let log = '';
  const stream = { write: (line: string): void => void (log += line) };
  await using http = await TestHttp.start({ log: { level: 'info', stream } });
  const socket = connect(http.port, '127.0.0.1');
  socket.write(
    `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nOrigin: ${http.origin}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await once(socket, 'connect');
  socket.end();
  await expect.poll(() => log).toContain('request body ended early');
  expect(log).not.toContain('request failed');
});
