/**
 * @module The audit record has every decision over HTTP with caller, subject, address and request id, and no
 * secret.
 */
import { expect, test } from 'vitest';
import {
  FINGERPRINT,
  PASSWORD,
  TestHttp,
  type Answer,
  type Call,
} from '../test-support/test-http.fixture.ts';
import { ACCESS } from './access-table.ts';

const DAY_MS = 86_400_000;
const P = '/api/v1/products';

interface Row {
  readonly action: string;
  readonly outcome: string;
  readonly actor: string;
  readonly requestId: string;
  readonly detail: string | null;
}

async function rowsOf(http: TestHttp, query = ''): Promise<Row[]> {
  return (await http.as('viewer', 'GET', `/api/v1/audit?limit=500${query}`)).json.items;
}

test('each change leaves one audit row with the request id of its response', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const issuer = { issuer: 'https://id.example', audience: 'a', jwks: 'https://id.example/jwks' };
  const cookie = await http.login('admin');
  const device = { productId: 'pr-1', deviceId: 'de-1' };
  http.live.sessions = [
    { ...device, id: 's-1', tokenId: 'lw_1', address: '198.51.100.7', since: 0, node: 'n' },
  ];
  const seen = new Map<string, object>();
  const change = async (action: string, named: object, method: string, path: string, call: Call = {}) => {
    const answer = await http.call(method, path, { cookie, ...call });
    expect(answer.status, `${action} ${answer.text}`).toBeLessThan(300);
    const id = String(answer.headers['x-request-id']);
    seen.set(action, {
      seq: expect.any(Number),
      at: '2026-01-01T00:00:00.000Z',
      action,
      outcome: 'allowed',
      actor: 'operator:admin',
      productId: null,
      deviceId: null,
      tokenId: null,
      address: '127.0.0.1',
      requestId: id,
      detail: null,
      ...named,
    });
    return answer;
  };
  await change('product.add', { productId: 'pr-1' }, 'POST', P, { body: { productId: 'pr-1' } });
  const onIssuer = { productId: 'pr-1', detail: issuer.issuer };
  await change('issuer.add', onIssuer, 'POST', `${P}/pr-1/issuers`, { body: issuer });
  const query = `?issuer=${encodeURIComponent(issuer.issuer)}`;
  await change('issuer.remove', onIssuer, 'DELETE', `${P}/pr-1/issuers${query}`);
  const newDevice = { deviceId: 'de-1', fingerprint: FINGERPRINT };
  await change('device.add', device, 'POST', `${P}/pr-1/devices`, { body: newDevice });
  const named = { ...device, detail: 'name isEnabled' };
  const newName = { name: 'secret-name', isEnabled: true };
  await change('device.change', named, 'PATCH', `${P}/pr-1/devices/de-1`, { body: newName });
  const anyToken = { ...device, tokenId: expect.stringMatching(/^lw_[0-9a-f]+$/) };
  const tokenBody = { deviceId: 'de-1', lifetimeMs: DAY_MS };
  const made = await change('token.add', anyToken, 'POST', `${P}/pr-1/tokens`, { body: tokenBody });
  const { tokenId } = made.json;
  const rotation = { body: { overlapMs: 0, lifetimeMs: DAY_MS } };
  const rotated = { tokenId, detail: expect.stringMatching(/^new token lw_[0-9a-f]+$/) };
  const next = await change('token.rotate', rotated, 'POST', `/api/v1/tokens/${tokenId}/rotate`, rotation);
  const nextId = next.json.tokenId;
  await change('token.revoke', { tokenId: nextId }, 'DELETE', `/api/v1/tokens/${nextId}`);
  const ended = { ...device, tokenId: 'lw_1', detail: 'session s-1' };
  await change('session.end', ended, 'DELETE', '/api/v1/live/sessions/s-1');
  const bob = { name: 'bob', role: 'viewer', password: PASSWORD };
  await change('operator.add', { detail: 'bob viewer' }, 'POST', '/api/v1/operators', { body: bob });
  const disabled = { detail: 'bob manager disabled' };
  const weaker = { role: 'manager', isEnabled: false };
  await change('operator.change', disabled, 'PATCH', '/api/v1/operators/bob', { body: weaker });
  const newPassword = { body: { password: PASSWORD } };
  await change('operator.password', { detail: 'bob' }, 'PUT', '/api/v1/operators/bob/password', newPassword);
  await change('operator.remove', { detail: 'bob' }, 'DELETE', '/api/v1/operators/bob');
  const anyKey = { tokenId: expect.stringMatching(/^lwk_[0-9a-f]+$/), detail: 'ci viewer' };
  const keyBody = { body: { name: 'ci', role: 'viewer' } };
  const key = await change('key.add', anyKey, 'POST', '/api/v1/keys', keyBody);
  await change('key.revoke', { tokenId: key.json.keyId }, 'DELETE', `/api/v1/keys/${key.json.keyId}`);
  const exported = await change('registry.export', {}, 'GET', '/api/v1/export');
  const lines = {
    rawBody: exported.text,
    headers: { origin: http.origin, 'content-type': 'application/x-ndjson' },
  };
  await change('registry.import', { detail: '0 added' }, 'POST', '/api/v1/import', lines);
  await change('device.remove', device, 'DELETE', `${P}/pr-1/devices/de-1`);
  await change('product.remove', { productId: 'pr-1' }, 'DELETE', `${P}/pr-1`);
  await change('operator.logout', {}, 'POST', '/api/v1/logout');
  await change('operator.login', {}, 'POST', '/api/v1/login', {
    cookie: undefined,
    body: { name: 'admin', password: PASSWORD },
  });
  const rows = await rowsOf(http);
  for (const [action, row] of seen)
    expect(rows.filter((entry) => entry.action === action)).toContainEqual(row);
  const changing = [...ACCESS.values()].flatMap(({ action }) => action ?? []);
  expect(new Set(changing)).toEqual(new Set(seen.keys()));
  // the initial login, and one row per change
  expect(rows).toHaveLength(seen.size + 1);
});

test('reads, and failures other than denied access, leave no audit row', async () => {
  await using http = await TestHttp.start();
  await http.as('viewer', 'GET', P);
  await http.as('manager', 'DELETE', `${P}/none`);
  await http.as('manager', 'POST', P, { productId: '' });
  await http.call('GET', '/no/such/page');
  expect(await rowsOf(http)).toEqual([]);
});

test('refusals are recorded with caller and route, and never with input', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  await http.addOperators(['admin']);
  const headers = { host: 'localhost', 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'from-proxy.1' };
  await http.call('DELETE', '/api/v1/tokens/secret-in-path', { headers });
  await http.as('viewer', 'POST', P, { productId: 'secret-in-body' });
  const body = { name: 'admin', password: 'secret-as-password' };
  await http.call('POST', '/api/v1/login', { headers, body });
  await http.call('POST', '/api/v1/login', { headers, body: { name: 'secret-as-name', password: 'x' } });
  await http.call('POST', '/api/v1/login', { headers: { host: 'plain.example' }, body });
  await http.call('GET', '/metrics', { headers });
  const rows = await rowsOf(http);
  expect(rows.map(({ action, outcome, actor, detail }) => [action, outcome, actor, detail])).toEqual([
    [
      'metrics.read',
      'refused',
      'anonymous',
      expect.stringContaining('GET /metrics: metrics are only served'),
    ],
    [
      'operator.login',
      'refused',
      'anonymous',
      expect.stringContaining('POST /api/v1/login: login needs https'),
    ],
    ['operator.login', 'refused', 'anonymous', 'unknown name'],
    ['operator.login', 'refused', 'operator:admin', 'wrong password, or disabled'],
    ['product.add', 'refused', 'key:test-viewer', 'POST /api/v1/products: requires the role manager'],
    ['token.revoke', 'refused', 'anonymous', expect.stringMatching(/^DELETE \/api\/v1\/tokens\/:tokenId: /)],
  ]);
  expect(rows.at(-1)).toMatchObject({ address: '198.51.100.7', requestId: 'from-proxy.1' });
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('repeated refused requests fill neither the audit record nor block others', async () => {
  await using http = await TestHttp.start({ trustProxy: true });
  const headers = { host: 'localhost', 'x-forwarded-for': '198.51.100.7' };
  const statuses: number[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    statuses.push((await http.call('GET', P, { headers })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  const rows = await rowsOf(http);
  expect(rows).toHaveLength(61);
  expect(rows[0]?.detail).toContain('further ones from this network are not recorded');
  expect((await http.call('GET', P, { headers, key: undefined })).status).toBe(429);
  // a valid key from the same network is not blocked
  const key = await http.key('viewer');
  expect((await http.call('GET', P, { headers, key })).status).toBe(200);
});

test('the audit record is listed newest first, in pages and by every filter', async () => {
  await using http = await TestHttp.start();
  for (const productId of ['pr-1', 'pr-2', 'pr-3']) await http.as('manager', 'POST', P, { productId });
  await http.as('viewer', 'POST', P, { productId: 'pr-4' });
  const device = { deviceId: 'de-1', fingerprint: FINGERPRINT };
  await http.as('admin', 'POST', `${P}/pr-1/devices`, device);
  const first = (await http.as('viewer', 'GET', '/api/v1/audit?limit=2')).json;
  const second = (await http.as('viewer', 'GET', `/api/v1/audit?limit=2&before=${first.next}`)).json;
  const third = (await http.as('viewer', 'GET', `/api/v1/audit?limit=2&before=${second.next}`)).json;
  const all = [...first.items, ...second.items, ...third.items];
  expect(all).toEqual(await rowsOf(http));
  expect([all.length, third.next]).toEqual([5, null]);
  expect(all.map(({ seq }: { seq: number }) => seq)).toEqual([5, 4, 3, 2, 1]);
  const counts = [
    'action=product.add',
    'outcome=refused',
    'productId=pr-1',
    'deviceId=de-1',
    'actor=key:test-admin',
  ];
  const lengths = await Promise.all(counts.map(async (query) => (await rowsOf(http, `&${query}`)).length));
  expect(lengths).toEqual([4, 1, 2, 1, 1]);
  const bad: Answer = await http.as('viewer', 'GET', '/api/v1/audit?outcome=maybe');
  expect(bad.status).toBe(400);
});
