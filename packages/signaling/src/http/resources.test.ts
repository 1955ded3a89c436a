/** @module The resources of the API, as an operator uses them. */
import { expect, test } from 'vitest';
import { FINGERPRINT, TestHttp } from '../test-support/test-http.fixture.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const DAY_MS = 86_400_000;
const PRODUCTS = '/api/v1/products';
const ISSUER = { issuer: 'https://id.example', audience: 'longwire', jwks: 'https://id.example/jwks.json' };

async function withDevice(http: TestHttp, deviceId = 'de-1'): Promise<string> {
  await http.as('manager', 'POST', PRODUCTS, { productId: 'pr-1' });
  const added = await http.as('manager', 'POST', `${PRODUCTS}/pr-1/devices`, {
    deviceId,
    fingerprint: FINGERPRINT,
  });
  expect(added.status).toBe(201);
  return `${PRODUCTS}/pr-1/devices/${deviceId}`;
}

test('counts report the connections of all nodes and the totals of this process', async () => {
  await using http = await TestHttp.start();
  const since = http.clock.wall();
  const counts = async (): Promise<unknown> => (await http.as('viewer', 'GET', '/api/v1/live/counts')).json;
  const none = {
    at: '2026-01-01T00:00:00.000Z',
    devices: 0,
    sessions: 0,
    missingNodes: [],
    counter: expect.any(String),
    totals: { messages: 0, logins: 0, refusedLogins: 0, requests: 0 },
  };
  expect(await counts()).toEqual(none);
  http.live.devices = [{ productId: 'pr-1', deviceId: 'de-1', since, node: 'node-1' }];
  http.live.missing = ['node-2'];
  http.metrics.countMessage('client');
  http.metrics.countMessage('device');
  http.metrics.countLogin('device', 'admitted', undefined);
  http.metrics.countLogin('client', 'refused', 4002);
  expect(await counts()).toEqual({
    ...none,
    devices: 1,
    missingNodes: ['node-2'],
    totals: { messages: 2, logins: 1, refusedLogins: 1, requests: 1 },
  });
});

test('products can be added, listed, read and removed, and have issuers', async () => {
  await using http = await TestHttp.start();
  const added = await http.as('manager', 'POST', PRODUCTS, { productId: 'pr-1', issuer: ISSUER });
  const product = { productId: 'pr-1', createdAt: '2026-01-01T00:00:00.000Z', issuers: [ISSUER] };
  expect([added.status, added.json]).toEqual([201, product]);
  expect((await http.as('viewer', 'GET', PRODUCTS)).json).toEqual({ items: [product], next: null });
  expect((await http.as('viewer', 'GET', `${PRODUCTS}/pr-1`)).json).toEqual(product);
  const again = await http.as('manager', 'POST', PRODUCTS, { productId: 'pr-1' });
  expect([again.status, again.json.error.code]).toEqual([409, 'ERR_ALREADY_EXISTS']);
  const other = { ...ISSUER, issuer: 'https://other.example/?a=1' };
  const both = await http.as('manager', 'POST', `${PRODUCTS}/pr-1/issuers`, other);
  expect(both.status).toBe(201);
  expect(both.json.issuers).toHaveLength(2);
  const removed = `${PRODUCTS}/pr-1/issuers?issuer=${encodeURIComponent(other.issuer)}`;
  expect((await http.as('manager', 'DELETE', removed)).status).toBe(204);
  expect((await http.as('manager', 'DELETE', removed)).status).toBe(404);
  expect((await http.as('viewer', 'GET', `${PRODUCTS}/pr-1`)).json.issuers).toEqual([ISSUER]);
  expect((await http.as('manager', 'DELETE', `${PRODUCTS}/pr-1`)).status).toBe(204);
  expect((await http.as('viewer', 'GET', `${PRODUCTS}/pr-1`)).status).toBe(404);
  expect((await http.as('manager', 'DELETE', `${PRODUCTS}/pr-1`)).status).toBe(404);
});

test.each(['/etc/passwd', 'file:///etc/passwd', 'ftp://a.example/x'])(
  'an issuer with keys at %s is rejected: HTTP clients cannot probe files of the machine',
  async (jwks) => {
    await using http = await TestHttp.start();
    const body = { productId: 'pr-1', issuer: { ...ISSUER, jwks } };
    expect((await http.as('manager', 'POST', PRODUCTS, body)).status).toBe(400);
  },
);

test('devices can be added, listed, read, changed and removed', async () => {
  await using http = await TestHttp.start();
  const path = await withDevice(http);
  const device = {
    productId: 'pr-1',
    deviceId: 'de-1',
    fingerprint: FINGERPRINT,
    name: null,
    isEnabled: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    seenAt: null,
  };
  expect((await http.as('viewer', 'GET', `${PRODUCTS}/pr-1/devices`)).json).toEqual({
    items: [device],
    next: null,
  });
  const detached = { state: 'detached', since: null, node: null };
  expect((await http.as('viewer', 'GET', path)).json).toEqual({ ...device, live: detached });
  const changed = await http.as('manager', 'PATCH', path, { name: 'Gate', isEnabled: false });
  expect([changed.status, changed.json]).toEqual([200, { ...device, name: 'Gate', isEnabled: false }]);
  const other = 'cd'.repeat(32);
  const rekeyed = await http.as('manager', 'PATCH', path, { name: null, fingerprint: other });
  expect(rekeyed.json).toEqual({ ...device, isEnabled: false, fingerprint: other });
  expect((await http.as('manager', 'PATCH', path, {})).status).toBe(400);
  expect((await http.as('manager', 'PATCH', path, { fingerprint: 'zz'.repeat(32) })).status).toBe(400);
  expect((await http.as('manager', 'DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) expect((await http.as('manager', method, path)).status).toBe(404);
  expect((await http.as('manager', 'PATCH', path, { isEnabled: true })).status).toBe(404);
  expect((await http.as('viewer', 'GET', `${PRODUCTS}/none/devices`)).status).toBe(404);
});

test('a device is attached, detached, or unknown while a node does not respond', async () => {
  await using http = await TestHttp.start();
  const path = await withDevice(http);
  const since = http.clock.wall();
  const state = async (): Promise<unknown> => (await http.as('viewer', 'GET', path)).json.live;
  http.live.missing = ['node-2'];
  expect(await state()).toEqual({ state: 'unknown', since: null, node: null });
  http.live.devices = [{ productId: 'pr-1', deviceId: 'de-1', since, node: 'node-1' }];
  expect(await state()).toEqual({ state: 'attached', since: '2026-01-01T00:00:00.000Z', node: 'node-1' });
});

test('pages of a list have each row once, even while rows are added and removed', async () => {
  await using http = await TestHttp.start();
  await withDevice(http, 'de-00');
  const ids = Array.from({ length: 12 }, (_, index) => `de-${String(index + 1).padStart(2, '0')}`);
  for (const deviceId of ids) {
    await http.registry.devices.add({ productId: 'pr-1', deviceId, fingerprint: FINGERPRINT });
  }
  const seen: string[] = [];
  for (let after = ''; after !== 'end';) {
    const query = `limit=5${after === '' ? '' : `&after=${after}`}`;
    const { json } = await http.as('viewer', 'GET', `${PRODUCTS}/pr-1/devices?${query}`);
    seen.push(...json.items.map(({ deviceId }: { deviceId: string }) => deviceId));
    after = json.next ?? 'end';
    if (seen.length === 5) await http.registry.devices.remove({ productId: 'pr-1', deviceId: 'de-02' });
  }
  expect(seen).toEqual(['de-00', ...ids]);
});

test.each([
  'limit=0',
  'limit=501',
  'limit=',
  'limit=true',
  'limit=1.5',
  'limit=1e1',
  'limit=-1',
  'limit=1&limit=2',
])('a page with ?%s is rejected', async (query) => {
  await using http = await TestHttp.start();
  const answer = await http.as('viewer', 'GET', `${PRODUCTS}?${query}`);
  expect([answer.status, answer.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
});

test('tokens of twelve characters are created only if the service allows it, and are revoked like others', async () => {
  await using plain = await TestHttp.start();
  await withDevice(plain);
  const tokens = `${PRODUCTS}/pr-1/tokens`;
  const wanted = { deviceId: 'de-1', lifetimeMs: DAY_MS, isShort: true };
  const refused = await plain.as('manager', 'POST', tokens, wanted);
  expect([refused.status, refused.json.error.code]).toEqual([403, 'ERR_FORBIDDEN']);
  expect((await plain.as('viewer', 'GET', tokens)).json.items).toEqual([]);
  await using http = await TestHttp.start({ allowShortTokens: true });
  await withDevice(http);
  const made = await http.as('manager', 'POST', tokens, wanted);
  expect([made.status, made.json.value]).toEqual([201, expect.stringMatching(/^[A-Za-z2-9]{12}$/u)]);
  const { tokenId, value } = made.json;
  const key = { productId: 'pr-1', deviceId: 'de-1' };
  expect(await http.registry.tokens.find(key, value)).toMatchObject({ id: tokenId, isRevoked: false });
  expect((await http.as('manager', 'DELETE', `/api/v1/tokens/${tokenId}`)).status).toBe(204);
  expect(await http.registry.tokens.find(key, value)).toMatchObject({ id: tokenId, isRevoked: true });
  const ordinary = await http.as('manager', 'POST', tokens, { deviceId: 'de-1', lifetimeMs: DAY_MS });
  expect(ordinary.json.value).toMatch(/^lw_/u);
});

test("a token's value is shown once; tokens are listed by product and device, rotated with overlap, and revoked", async () => {
  await using http = await TestHttp.start();
  await withDevice(http);
  const tokens = `${PRODUCTS}/pr-1/tokens`;
  const made = await http.as('manager', 'POST', tokens, { deviceId: 'de-1', lifetimeMs: DAY_MS });
  expect([made.status, made.json.expiresAt]).toEqual([201, '2026-01-02T00:00:00.000Z']);
  expect(made.json.value).toMatch(/^lw_[0-9a-f]+_/);
  const forAll = await http.as('manager', 'POST', tokens, { lifetimeMs: DAY_MS });
  const listed = await http.as('viewer', 'GET', tokens);
  expect(listed.json.items).toHaveLength(2);
  expect(listed.text).not.toContain(secretOf(made.json.value));
  const byDevice = await http.as('viewer', 'GET', `${tokens}?deviceId=de-1`);
  expect(byDevice.json.items.map(({ tokenId }: { tokenId: string }) => tokenId)).toEqual([made.json.tokenId]);
  const first = await http.as('viewer', 'GET', `${tokens}?limit=1`);
  const second = await http.as('viewer', 'GET', `${tokens}?limit=1&after=${first.json.next}`);
  expect([...first.json.items, ...second.json.items]).toEqual(listed.json.items);
  expect(second.json.next).toBeNull();
  const path = `/api/v1/tokens/${made.json.tokenId}`;
  const rotated = await http.as('manager', 'POST', `${path}/rotate`, {
    overlapMs: 1_000,
    lifetimeMs: DAY_MS,
  });
  expect(rotated.status).toBe(201);
  expect((await http.as('viewer', 'GET', path)).json.expiresAt).toBe('2026-01-01T00:00:01.000Z');
  expect((await http.as('manager', 'DELETE', `/api/v1/tokens/${forAll.json.tokenId}`)).status).toBe(204);
  const revoked = await http.as('viewer', 'GET', `/api/v1/tokens/${forAll.json.tokenId}`);
  expect(revoked.json).toMatchObject({ isRevoked: true, deviceId: null, origin: 'service' });
  expect((await http.as('manager', 'DELETE', '/api/v1/tokens/lw_none')).status).toBe(404);
  const missing = await http.as('manager', 'POST', tokens, { deviceId: 'de-9', lifetimeMs: DAY_MS });
  expect([missing.status, missing.json.error.code]).toEqual([404, 'ERR_NOT_FOUND']);
});

const key = (deviceId: string): { productId: string; deviceId: string } => ({ productId: 'pr-1', deviceId });

test('connections of all nodes are listed with filters and pages, and a session can be ended', async () => {
  await using http = await TestHttp.start();
  const since = http.clock.wall();
  http.live.devices = ['de-2', 'de-1', 'de-3'].map((deviceId) => ({ ...key(deviceId), since, node: 'n' }));
  http.live.sessions = ['s-2', 's-1'].map((id) => ({
    ...key('de-1'),
    id,
    tokenId: 'lw_1',
    address: '198.51.100.7',
    since,
    node: 'n',
  }));
  http.live.missing = ['n-2'];
  const page = (await http.as('viewer', 'GET', '/api/v1/live/devices?limit=2')).json;
  expect(page.items.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual(['de-1', 'de-2']);
  expect(page.missingNodes).toEqual(['n-2']);
  const next = encodeURIComponent(page.next);
  const rest = (await http.as('viewer', 'GET', `/api/v1/live/devices?limit=2&after=${next}`)).json;
  expect([rest.items.length, rest.items[0].deviceId, rest.next]).toEqual([1, 'de-3', null]);
  const sessions = (await http.as('viewer', 'GET', '/api/v1/live/sessions?deviceId=de-1')).json;
  expect(sessions.items[0]).toEqual({
    sessionId: 's-1',
    productId: 'pr-1',
    deviceId: 'de-1',
    tokenId: 'lw_1',
    address: '198.51.100.7',
    since: '2026-01-01T00:00:00.000Z',
    node: 'n',
  });
  expect((await http.as('viewer', 'GET', '/api/v1/live/sessions?productId=pr-2')).json.items).toEqual([]);
  expect((await http.as('manager', 'DELETE', '/api/v1/live/sessions/s-1')).status).toBe(204);
  expect(http.live.ended).toEqual([['s-1', 4001]]);
  expect((await http.as('manager', 'DELETE', '/api/v1/live/sessions/s-9')).status).toBe(404);
});

test('an exported registry can be imported elsewhere: tokens and keys keep working, without plaintext secrets', async () => {
  await using from = await TestHttp.start();
  await from.addOperators(['admin']);
  await withDevice(from);
  const body = { deviceId: 'de-1', lifetimeMs: DAY_MS };
  const made = await from.as('manager', 'POST', `${PRODUCTS}/pr-1/tokens`, body);
  const { value: out } = await from.registry.apiKeys.add({ name: 'out', role: 'admin' });
  const exported = await from.call('GET', '/api/v1/export', { key: out });
  expect(exported.headers['content-type']).toBe('application/x-ndjson');
  expect(exported.text).not.toContain(secretOf(made.json.value));
  await using to = await TestHttp.start();
  const headers = { 'content-type': 'application/x-ndjson' };
  const send = async (rawBody: string): ReturnType<TestHttp['call']> =>
    to.call('POST', '/api/v1/import', { key: await to.key('admin'), rawBody, headers });
  const imported = await send(exported.text);
  expect([imported.status, imported.text]).toEqual([200, expect.stringContaining('"added":')]);
  expect(imported.json.added).toBeGreaterThan(3);
  expect((await send(exported.text)).json.added).toBe(0);
  const device = { productId: 'pr-1', deviceId: 'de-1' };
  expect(await to.registry.tokens.find(device, made.json.value)).toMatchObject({ id: made.json.tokenId });
  expect((await to.call('GET', '/api/v1/me', { key: await from.key('manager') })).status).toBe(200);
  await expect(to.login('admin')).resolves.toMatch(/^__Host-/);
  expect((await send(exported.text.slice(0, -20))).json.error.code).toBe('ERR_IMPORT');
});
