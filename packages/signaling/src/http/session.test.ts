/** @module Operators in browsers: login, cookie, lifetimes, and requests from other pages. */
import { expect, test } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { cookieOf, PASSWORD, TestHttp, type Answer, type Call } from '../test-support/test-http.fixture.ts';

const LOGIN = '/api/v1/login';
const ME = '/api/v1/me';
const LIFETIME = { idleMs: 60_000, absoluteMs: 600_000 };

function tryLogin(http: TestHttp, name: string, password: string, call: Call = {}): Promise<Answer> {
  return http.call('POST', LOGIN, { body: { name, password }, ...call });
}

test('the login cookie is sent only to this host, over secure connections, with requests of its own pages', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const answer = await tryLogin(http, 'manager', PASSWORD);
  expect([answer.status, answer.json]).toEqual([200, { kind: 'operator', name: 'manager', role: 'manager' }]);
  expect(answer.headers['set-cookie']).toHaveLength(1);
  const [value = '', ...attributes] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
  expect(value).toMatch(/^__Host-longwire=lws_[0-9a-f]+_[A-Za-z0-9_-]{43}$/);
  expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
  expect(answer.text).not.toContain('lws_');
  const cookie = cookieOf(answer);
  expect((await http.call('GET', ME, { cookie })).json.name).toBe('manager');
});

test.each([
  ['an unknown name', 'no-one', PASSWORD],
  ['a wrong password', 'admin', `${PASSWORD}!`],
  ['a disabled operator', 'off', PASSWORD],
  ['a password beyond the maximum length', 'admin', 'x'.repeat(256)],
])('login with %s gets the same response', async (_what, name, password) => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  await http.registry.operators.add({ name: 'off', role: 'admin', password: PASSWORD });
  await http.registry.operators.change('off', { isEnabled: false });
  const answer = await tryLogin(http, name, password);
  expect(answer.status).toBe(401);
  expect(answer.json.error).toEqual({
    code: 'ERR_INVALID_CREDENTIALS',
    message: 'name or password is wrong',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test("each login starts a new session and ends the browser's previous one; logout ends it for good", async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const first = await http.login('admin');
  const again = await http.call('POST', LOGIN, {
    cookie: first,
    body: { name: 'admin', password: PASSWORD },
  });
  const second = cookieOf(again);
  expect(again.headers['set-cookie']).toHaveLength(1);
  expect(second).not.toBe(first);
  expect((await http.call('GET', ME, { cookie: first })).status).toBe(401);
  const out = await http.call('POST', '/api/v1/logout', { cookie: second });
  expect(out.status).toBe(204);
  expect(out.headers['set-cookie']?.[0]).toMatch(/^__Host-longwire=; .*Expires=Thu, 01 Jan 1970/);
  expect((await http.call('GET', ME, { cookie: second })).status).toBe(401);
});

test('a session ends after its idle time without requests, and after its absolute lifetime', async () => {
  await using http = await TestHttp.start({ sessionLifetime: LIFETIME });
  await http.addOperators(['admin']);
  const status = async (cookie: string): Promise<number> => (await http.call('GET', ME, { cookie })).status;
  const idle = await http.login('admin');
  http.clock.advance(LIFETIME.idleMs - 1);
  expect(await status(idle)).toBe(200);
  http.clock.advance(LIFETIME.idleMs - 1);
  expect(await status(idle)).toBe(200);
  http.clock.advance(LIFETIME.idleMs);
  expect(await status(idle)).toBe(401);
  const busy = await http.login('admin');
  for (let passed = 0; passed < LIFETIME.absoluteMs - 30_000; passed += 30_000) {
    http.clock.advance(30_000);
    expect(await status(busy)).toBe(200);
  }
  http.clock.advance(30_000);
  expect(await status(busy)).toBe(401);
});

test('changing the own password requires the old one and ends all own sessions', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['viewer']);
  const here = await http.login('viewer');
  const elsewhere = await http.login('viewer');
  const change = (current: string, cookie: string): Promise<Answer> =>
    http.call('PUT', '/api/v1/me/password', { cookie, body: { current, password: 'another long password' } });
  expect((await change('wrong', here)).json.error.code).toBe('ERR_INVALID_CREDENTIALS');
  expect((await change(PASSWORD, here)).status).toBe(204);
  for (const cookie of [here, elsewhere]) expect((await http.call('GET', ME, { cookie })).status).toBe(401);
  expect((await tryLogin(http, 'viewer', PASSWORD)).status).toBe(401);
  await expect(http.login('viewer', 'another long password')).resolves.toContain('lws_');
});

/** What ends the use of a password while it is being verified. */
const MEANWHILE: readonly {
  readonly what: string;
  readonly act: (registry: Registry) => Promise<void>;
}[] = [
  {
    what: 'the password is reset',
    act: async ({ operators }) => await operators.setPassword('admin', 'another long password'),
  },
  {
    what: 'the operator is disabled',
    act: async ({ operators }) => await operators.change('admin', { isEnabled: false }),
  },
  {
    what: 'another operator gets the name',
    act: async ({ operators }) => {
      await operators.remove('admin');
      await operators.add({ name: 'admin', role: 'admin', password: PASSWORD });
    },
  },
];

test.each(MEANWHILE)('a login is refused if $what while it is under way', async ({ act }) => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  await http.registry.operators.add({ name: 'second', role: 'admin', password: PASSWORD });
  http.beforeChange = async () => await act(http.registry);
  const answer = await tryLogin(http, 'admin', PASSWORD);
  expect([answer.status, answer.json.error.code]).toEqual([401, 'ERR_INVALID_CREDENTIALS']);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const [row] = await http.registry.audit.list({ action: 'operator.login', limit: 1 });
  expect(row).toMatchObject({ outcome: 'refused' });
});

test('a change of the own password that is under way does not undo a reset', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const cookie = await http.login('admin');
  http.beforeChange = async () => await http.registry.operators.setPassword('admin', 'the reset password');
  const body = { current: PASSWORD, password: "the attacker's password" };
  const answer = await http.call('PUT', '/api/v1/me/password', { cookie, body });
  expect([answer.status, answer.json.error.code]).toEqual([401, 'ERR_UNAUTHENTICATED']);
  expect(await http.registry.operators.verify('admin', 'the reset password')).toBeDefined();
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port of this host', { origin: 'http://127.0.0.1:1' }],
  ["a device's own page", { origin: 'http://x.localhost', 'sec-fetch-site': 'same-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
  ['another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['an origin with the same prefix', { origin: 'http://127.0.0.1.evil.example' }],
])('a cookie from %s changes nothing, reads nothing and does not log in', async (_what, given) => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const cookie = await http.login('admin');
  const headers = { origin: http.origin, ...given };
  const body = { productId: 'pr-1' };
  const changed = await http.call('POST', '/api/v1/products', { cookie, body, headers });
  expect([changed.status, changed.json.error.code]).toEqual([403, 'ERR_ORIGIN']);
  expect(await http.registry.products.has('pr-1')).toBe(false);
  expect((await http.call('GET', '/api/v1/products', { cookie, headers })).status).toBe(403);
  expect((await tryLogin(http, 'admin', PASSWORD, { headers })).json.error.code).toBe('ERR_ORIGIN');
});

test('a change with a cookie but no origin is refused; reads, and requests with a key, are not', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const cookie = await http.login('admin');
  const ask = (method: string, call: Call): Promise<Answer> =>
    http.call(method, '/api/v1/products', { body: { productId: 'pr-1' }, ...call });
  const bare = { headers: { cookie } };
  expect((await ask('POST', bare)).json.error.code).toBe('ERR_ORIGIN');
  expect((await ask('GET', bare)).status).toBe(200);
  expect((await ask('POST', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status).toBe(201);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await ask('GET', { key: await http.key('viewer'), headers: foreign })).status).toBe(200);
});

test("behind a proxy that changes the Host header, pages at the public address count as the service's own", async () => {
  await using http = await TestHttp.start({ publicUrl: 'https://signal.example' });
  await http.addOperators(['admin']);
  const cookie = await http.login('admin');
  const ask = async (origin: string): Promise<number> =>
    (await http.call('POST', '/api/v1/logout', { cookie, headers: { origin } })).status;
  expect(await ask('http://signal.example')).toBe(403);
  expect(await ask('https://signal.example:8443')).toBe(403);
  expect(await ask('https://signal.example')).toBe(204);
});

test.each([
  { what: 'plain http to another host', options: {}, headers: { host: 'signal.example' }, status: 403 },
  {
    what: 'plain http to a private address',
    options: {},
    headers: { host: '192.168.1.7:8700' },
    status: 403,
  },
  { what: 'localhost', options: {}, headers: { host: 'localhost:8700' }, status: 200 },
  { what: 'IPv6 loopback', options: {}, headers: { host: '[::1]:8700' }, status: 200 },
  {
    what: 'https, according to an untrusted proxy',
    options: {},
    headers: { host: 'signal.example', 'x-forwarded-proto': 'https' },
    status: 403,
  },
  {
    what: 'https, according to a trusted proxy',
    options: { trustProxy: true },
    headers: { host: 'signal.example', 'x-forwarded-proto': 'https' },
    status: 200,
  },
  {
    what: 'http, according to a trusted proxy',
    options: { trustProxy: true, publicUrl: 'https://signal.example' },
    headers: { host: 'signal.example', 'x-forwarded-proto': 'http' },
    status: 403,
  },
  {
    what: 'the public host, which is https',
    options: { publicUrl: 'https://signal.example' },
    headers: { host: 'signal.example' },
    status: 200,
  },
  {
    what: 'the public host, which is not https',
    options: { publicUrl: 'http://signal.example' },
    headers: { host: 'signal.example' },
    status: 403,
  },
  {
    what: 'another host than the public one',
    options: { publicUrl: 'https://signal.example' },
    headers: { host: '192.168.1.7:8700' },
    status: 403,
  },
])('login over $what responds with $status', async ({ options, headers, status }) => {
  await using http = await TestHttp.start(options);
  await http.addOperators(['admin']);
  const answer = await tryLogin(http, 'admin', PASSWORD, { headers });
  const code = status === 403 ? 'ERR_INSECURE_LOGIN' : undefined;
  expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
  expect(answer.text).toContain(status === 403 ? 'https or localhost' : 'admin');
});

/** A request that a trusted proxy forwards from this address, after a forged entry by the client. */
const from = (address: string): Call => ({
  headers: { host: 'localhost', 'x-forwarded-for': `6.6.6.6, ${address}` },
});

test('login attempts are limited per network: after ten, others and later attempts still work', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  await http.addOperators(['admin', 'viewer']);
  for (let tries = 0; tries < 10; tries += 1) {
    const name = `guess-${tries}`;
    expect((await tryLogin(http, name, 'guess', from('198.51.100.7'))).status).toBe(401);
  }
  const late = await tryLogin(http, 'admin', PASSWORD, from('198.51.100.7'));
  expect([late.status, late.json.error.code]).toEqual([429, 'ERR_RATE_LIMITED']);
  expect(Number(late.headers['retry-after'])).toBe(10);
  expect((await tryLogin(http, 'admin', PASSWORD, from('198.51.100.8'))).status).toBe(200);
  http.clock.advance(10_000);
  expect((await tryLogin(http, 'viewer', PASSWORD, from('198.51.100.7'))).status).toBe(200);
});

test('all addresses of an IPv6 network share one login limit', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const headers = { host: 'localhost', 'x-forwarded-for': `2001:db8:0:1::${tries}` };
    statuses.push((await tryLogin(http, `guess-${tries}`, 'guess', { headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('networks that guess one name block each other, but never the owner at a familiar network', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  await http.addOperators(['admin']);
  expect((await tryLogin(http, 'admin', PASSWORD, from('203.0.113.1'))).status).toBe(200);
  const statuses: number[] = [];
  for (let last = 10; last < 30; last += 1) {
    statuses.push((await tryLogin(http, 'admin', 'guess', from(`203.0.113.${last}`))).status);
  }
  expect(statuses).toContain(429);
  expect((await tryLogin(http, 'admin', PASSWORD, from('203.0.113.99'))).status).toBe(429);
  // the guessing continues; the owner's familiar network is not blocked
  expect((await tryLogin(http, 'admin', PASSWORD, from('203.0.113.1'))).status).toBe(200);
  // a new network works as soon as the guessing pauses
  http.clock.advance(30_000);
  expect((await tryLogin(http, 'admin', PASSWORD, from('203.0.113.99'))).status).toBe(200);
});
