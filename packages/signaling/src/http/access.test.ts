/** @module Every route with every kind of caller: roles, keys, sessions, and invalid credentials. */
import { randomUUID } from 'node:crypto';
import type { LiveSession } from '@longwire/cluster';
import { expect, test } from 'vitest';
import { ROLES, type Role } from '../ports/operators.ts';
import {
  FINGERPRINT,
  PASSWORD,
  TestHttp,
  type Answer,
  type Call,
} from '../test-support/test-http.fixture.ts';
import { ACCESS } from './access-table.ts';

const HOUR_MS = 3_600_000;

/** Bodies that a route accepts, by route; ids in paths do not exist. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/v1/products': { productId: 'pr-1' },
  'POST /api/v1/products/:productId/issuers': { issuer: 'i', audience: 'a', jwks: 'https://i.example/jwks' },
  'POST /api/v1/products/:productId/devices': { deviceId: 'de-1', fingerprint: FINGERPRINT },
  'PATCH /api/v1/products/:productId/devices/:deviceId': { isEnabled: false },
  'POST /api/v1/products/:productId/tokens': { lifetimeMs: HOUR_MS },
  'POST /api/v1/tokens/:tokenId/rotate': { overlapMs: 0, lifetimeMs: HOUR_MS },
  'POST /api/v1/operators': { name: 'new', role: 'viewer', password: PASSWORD },
  'PATCH /api/v1/operators/:name': { isEnabled: false },
  'PUT /api/v1/operators/:name/password': { password: PASSWORD },
  'PUT /api/v1/me/password': { current: PASSWORD, password: `${PASSWORD} 2` },
  'POST /api/v1/keys': { name: 'new', role: 'viewer' },
};

/** The expected weakest role of each route, to check the table against independent values. */
const WEAKEST: Readonly<Record<string, Role>> = {
  'POST /api/v1/logout': 'viewer',
  'GET /api/v1/me': 'viewer',
  'PUT /api/v1/me/password': 'viewer',
  'GET /api/v1/products': 'viewer',
  'POST /api/v1/products': 'manager',
  'GET /api/v1/products/:productId': 'viewer',
  'DELETE /api/v1/products/:productId': 'manager',
  'POST /api/v1/products/:productId/issuers': 'manager',
  'DELETE /api/v1/products/:productId/issuers': 'manager',
  'GET /api/v1/products/:productId/devices': 'viewer',
  'POST /api/v1/products/:productId/devices': 'manager',
  'GET /api/v1/products/:productId/devices/:deviceId': 'viewer',
  'PATCH /api/v1/products/:productId/devices/:deviceId': 'manager',
  'DELETE /api/v1/products/:productId/devices/:deviceId': 'manager',
  'GET /api/v1/products/:productId/tokens': 'viewer',
  'POST /api/v1/products/:productId/tokens': 'manager',
  'GET /api/v1/tokens/:tokenId': 'viewer',
  'DELETE /api/v1/tokens/:tokenId': 'manager',
  'POST /api/v1/tokens/:tokenId/rotate': 'manager',
  'GET /api/v1/live/counts': 'viewer',
  'GET /api/v1/live/devices': 'viewer',
  'GET /api/v1/live/sessions': 'viewer',
  'DELETE /api/v1/live/sessions/:sessionId': 'manager',
  'GET /api/v1/audit': 'viewer',
  'GET /api/v1/operators': 'admin',
  'POST /api/v1/operators': 'admin',
  'PATCH /api/v1/operators/:name': 'admin',
  'PUT /api/v1/operators/:name/password': 'admin',
  'DELETE /api/v1/operators/:name': 'admin',
  'GET /api/v1/keys': 'admin',
  'POST /api/v1/keys': 'admin',
  'DELETE /api/v1/keys/:keyId': 'admin',
  'GET /api/v1/export': 'admin',
  'POST /api/v1/import': 'admin',
};

const STRENGTH: Readonly<Record<Role, number>> = { viewer: 1, manager: 2, admin: 3 };

function callFor(route: string): { method: string; path: string; body: Call } {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:\w+/g, 'none');
  const query = route === 'DELETE /api/v1/products/:productId/issuers' ? '?issuer=i' : '';
  const isImport = route === 'POST /api/v1/import';
  const body = isImport
    ? { rawBody: '{}\n', headers: { 'content-type': 'application/x-ndjson' } }
    : { body: BODIES[route] };
  return { method, path: `${path}${query}`, body };
}

test('the access table has these routes with these roles, and no other public ones', () => {
  const guarded = [...ACCESS].filter(([, { role }]) => role !== 'public' && role !== 'own');
  expect(Object.fromEntries(guarded.map(([route, { role }]) => [route, role]))).toEqual(WEAKEST);
  const open = [...ACCESS.keys()].filter((route) => !(route in WEAKEST));
  expect(open).toEqual([
    'GET /healthz',
    'GET /readyz',
    'GET /readyz/pages',
    'GET /metrics',
    'GET /*',
    'GET /',
    'GET /api/v1/openapi.json',
    'POST /api/v1/login',
  ]);
});

/** Whether the route itself responded, even if only with an error about unknown ids. */
function outcomeOf({ status, json }: Answer): string {
  return [200, 201, 204, 400, 404].includes(status) ? 'through' : `${status} ${json.error.code}`;
}

/** A program has no password to change. */
function expectedOf(route: string, role: Role, kind: string): string {
  const isAllowed = STRENGTH[role] >= STRENGTH[WEAKEST[route] ?? 'admin'];
  const isPersonal = route === 'PUT /api/v1/me/password';
  return isAllowed && !(isPersonal && kind === 'key') ? 'through' : '403 ERR_FORBIDDEN';
}

test.each(ROLES)('every route with role %s: with a key and with a session', async (role) => {
  for (const kind of ['key', 'session']) {
    // a separate service for each route, because a request may end the session
    await using http = await TestHttp.start();
    await http.addOperators(['admin']);
    if (role !== 'admin') await http.addOperators([role]);
    const outcomes: Record<string, string> = {};
    for (const route of Object.keys(WEAKEST)) {
      const { method, path, body } = callFor(route);
      const shown =
        kind === 'key' ? { key: await http.key(role) } : { cookie: await freshSession(http, role) };
      outcomes[route] = outcomeOf(await http.call(method, path, { ...body, ...shown }));
    }
    const routes = Object.keys(WEAKEST);
    const expected = routes.map((route) => [route, expectedOf(route, role, kind)]);
    expect({ kind, outcomes }).toEqual({ kind, outcomes: Object.fromEntries(expected) });
  }
});

/** Bypasses the login, which is slow and throttled. */
async function freshSession(http: TestHttp, role: Role): Promise<string> {
  return `__Host-longwire=${await http.registry.operatorSessions.add(role, HOUR_MS)}`;
}

interface Anonymous {
  readonly what: string;
  readonly call: (http: TestHttp) => Promise<Call>;
}

const ANONYMOUS: readonly Anonymous[] = [
  { what: 'anonymous', call: async () => ({}) },
  { what: 'an unknown key', call: async () => ({ key: `lwk_0123456789_${'A'.repeat(43)}` }) },
  { what: 'a value that is not a key', call: async () => ({ key: 'lw_0123456789_token' }) },
  {
    what: 'Basic credentials',
    call: async () => ({ headers: { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` } }),
  },
  {
    what: 'a revoked key',
    call: async ({ registry }) => {
      const { id, value } = await registry.apiKeys.add({ name: 'gone', role: 'admin' });
      await registry.apiKeys.revoke(id);
      return { key: value };
    },
  },
  {
    what: 'an expired key',
    call: async ({ registry, clock }) => {
      const { value } = await registry.apiKeys.add({ name: 'old', role: 'admin', lifetimeMs: 1_000 });
      clock.advance(1_000);
      return { key: value };
    },
  },
  {
    what: 'an invalid key with a valid session',
    call: async (http) => ({ key: 'lwk_0_bad', cookie: await freshSession(http, 'admin') }),
  },
  {
    what: 'an unknown session',
    call: async () => ({ cookie: `__Host-longwire=lws_0123456789_${'A'.repeat(43)}` }),
  },
  {
    what: 'an expired session',
    call: async (http) => {
      const cookie = await freshSession(http, 'admin');
      http.clock.advance(HOUR_MS);
      return { cookie };
    },
  },
  {
    what: 'the session of a disabled operator',
    call: async (http) => {
      await http.registry.operators.add({ name: 'second', role: 'admin', password: PASSWORD });
      const cookie = `__Host-longwire=${await http.registry.operatorSessions.add('second', HOUR_MS)}`;
      await http.registry.operators.change('second', { isEnabled: false });
      return { cookie };
    },
  },
  {
    what: 'the session of a removed operator',
    call: async (http) => {
      await http.registry.operators.add({ name: 'second', role: 'admin', password: PASSWORD });
      const cookie = `__Host-longwire=${await http.registry.operatorSessions.add('second', HOUR_MS)}`;
      await http.registry.operators.remove('second');
      return { cookie };
    },
  },
  {
    what: 'a session from before a password change',
    call: async (http) => {
      const cookie = await freshSession(http, 'admin');
      await http.registry.operators.setPassword('admin', `${PASSWORD} 2`);
      return { cookie };
    },
  },
  {
    what: 'a session under another name',
    call: async (http) => ({ cookie: (await freshSession(http, 'admin')).replace('__Host-', '') }),
  },
];

test.each(ANONYMOUS)('every route with $what responds with 401', async ({ call }) => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const shown = await call(http);
  for (const route of Object.keys(WEAKEST)) {
    const { method, path, body } = callFor(route);
    const headers = { ...body.headers, ...shown.headers };
    const answer = await http.call(method, path, { ...body, ...shown, headers });
    const challenge = answer.headers['www-authenticate'];
    expect([route, outcomeOf(answer), challenge]).toEqual([
      route,
      '401 ERR_UNAUTHENTICATED',
      'Bearer realm="longwire"',
    ]);
  }
});

test('a role change applies to open sessions immediately', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin', 'manager']);
  const cookie = await freshSession(http, 'manager');
  const add = (productId: string): Promise<Answer> =>
    http.call('POST', '/api/v1/products', { cookie, body: { productId } });
  expect((await add('pr-1')).status).toBe(201);
  await http.registry.operators.change('manager', { role: 'viewer' });
  expect((await add('pr-2')).status).toBe(403);
});

/** A service whose stores report that a caller was identified. */
async function startReporting(): Promise<{
  readonly http: TestHttp;
  readonly hooks: { identified: () => void };
}> {
  const hooks = { identified: (): void => undefined };
  const http = await TestHttp.start({
    wrap: (registry) => ({
      ...registry,
      apiKeys: reporting(registry.apiKeys, hooks),
      operatorSessions: reporting(registry.operatorSessions, hooks),
    }),
  });
  return { http, hooks };
}

/** The same store, which reports each search. */
function reporting<Store extends { find(value: string): Promise<unknown> }>(
  store: Store,
  hooks: { readonly identified: () => void },
): Store {
  const find = store.find.bind(store);
  store.find = async (value) => await find(value).finally(() => hooks.identified());
  return store;
}

/** How an admin's access ends, with the credentials of that admin. */
const ENDINGS: readonly {
  readonly what: string;
  readonly start: (http: TestHttp) => Promise<{ readonly call: Call; readonly end: () => Promise<void> }>;
}[] = [
  {
    what: 'a key that is revoked',
    start: async ({ registry }) => {
      const { id, value } = await registry.apiKeys.add({ name: `key-${randomUUID()}`, role: 'admin' });
      return { call: { key: value }, end: async () => await registry.apiKeys.revoke(id) };
    },
  },
  {
    what: 'an operator who is disabled',
    start: async (http) => {
      const name = `operator-${randomUUID()}`;
      await http.registry.operators.add({ name, role: 'admin', password: PASSWORD });
      const cookie = `__Host-longwire=${await http.registry.operatorSessions.add(name, HOUR_MS)}`;
      const end = async (): Promise<void> => await http.registry.operators.change(name, { isEnabled: false });
      return { call: { cookie }, end };
    },
  },
];

const CHANGES = Object.keys(WEAKEST).filter((route) => !route.startsWith('GET '));

/** A session that a change could end. */
const EXISTING: LiveSession = {
  productId: 'pr-0',
  deviceId: 'de-0',
  id: 'none',
  tokenId: 'lw_1',
  address: '198.51.100.7',
  since: 0,
  node: 'n',
};

/** The audit record has a refusal for each route, and nothing else. */
async function expectRefusalsOnly(http: TestHttp, routes: readonly string[]): Promise<void> {
  const rows = await http.registry.audit.list({ limit: 500 });
  const why = 'requires an API key or an operator session';
  expect(rows.map(({ outcome, detail }) => `${outcome} ${detail}`).toReversed()).toEqual(
    routes.map((route) => `refused ${route}: ${why}`),
  );
}

test.each(ENDINGS)('no route makes a change with $what while the body is on its way', async ({ start }) => {
  const { http, hooks } = await startReporting();
  await using _http = http;
  await http.addOperators(['admin']);
  http.live.sessions = [EXISTING];
  for (const route of CHANGES) {
    const { call, end } = await start(http);
    const { method, path, body } = callFor(route);
    const identified = Promise.withResolvers<void>();
    hooks.identified = () => identified.resolve();
    const beforeBody = async (): Promise<void> => {
      await identified.promise;
      await end();
    };
    const rawBody = body.rawBody ?? JSON.stringify(body.body ?? {});
    const answer = await http.call(method, path, { ...call, ...body, rawBody, beforeBody });
    expect([route, outcomeOf(answer)]).toEqual([route, '401 ERR_UNAUTHENTICATED']);
  }
  expect(http.live.ended).toEqual([]);
  await expectRefusalsOnly(http, CHANGES);
});

test.each(ENDINGS)('no change of the registry is made with $what just before it', async ({ start }) => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const inRegistry = CHANGES.filter(
    (route) => route !== 'DELETE /api/v1/live/sessions/:sessionId' && !route.includes('/me/'),
  );
  const lines: string[] = [];
  for await (const line of http.registry.exportAll()) lines.push(line);
  for (const route of inRegistry) {
    const { call, end } = await start(http);
    http.beforeChange = end;
    const { method, path, body } = callFor(route);
    const isImport = route === 'POST /api/v1/import';
    const given = isImport ? { ...body, rawBody: lines.join('\n') } : body;
    const answer = await http.call(method, path, { ...call, ...given });
    expect([route, outcomeOf(answer)]).toEqual([route, '401 ERR_UNAUTHENTICATED']);
  }
  await expectRefusalsOnly(http, inRegistry);
});

test('a change that is under way with a role that is taken away is refused', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin', 'manager']);
  const cookie = await freshSession(http, 'manager');
  http.beforeChange = async () => await http.registry.operators.change('manager', { role: 'viewer' });
  const answer = await http.call('POST', '/api/v1/products', { cookie, body: { productId: 'pr-1' } });
  expect(outcomeOf(answer)).toBe('403 ERR_FORBIDDEN');
  expect(await http.registry.products.has('pr-1')).toBe(false);
});

test('HEAD is guarded like GET', async () => {
  await using http = await TestHttp.start();
  expect((await http.call('HEAD', '/api/v1/products')).status).toBe(401);
  expect((await http.as('viewer', 'HEAD', '/api/v1/products')).status).toBe(200);
  expect((await http.as('viewer', 'HEAD', '/api/v1/operators')).status).toBe(403);
});
