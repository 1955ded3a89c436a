/** @module The console's API client against the real API: sessions, errors, pages, and interruptions. */
import { expect, test } from 'vitest';
import { Api } from '../../../../apps/console/src/service/api/api.ts';
import { deviceRows } from '../../../../apps/console/src/service/device-rows.ts';
import { OperatorSession } from '../../../../apps/console/src/service/operator-session.ts';
import { PagedRows } from '../../../../apps/console/src/service/paged-rows.ts';
import { PASSWORD, TestHttp } from '../test-support/test-http.fixture.ts';

/** Acts like a browser for a page: keeps the cookie and sends the page's origin. */
class Browser {
  readonly #origin: string;
  cookie: string | undefined;
  asked = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  readonly fetch: typeof fetch = async (url, init) => {
    this.asked += 1;
    const headers = new Headers(init?.headers);
    headers.set('origin', this.#origin);
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    const answer = await fetch(url, { ...init, headers });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';', 1)[0]?.replace(/^[^=]+=$/u, '');
    return answer;
  };
}

interface Opened {
  readonly browser: Browser;
  readonly session: OperatorSession;
  readonly marks: boolean[];
}

function open(http: TestHttp, wasSignedIn = false): Opened {
  const browser = new Browser(http.origin);
  const marks = [wasSignedIn];
  const session = new OperatorSession({
    api: new Api({ origin: http.origin, fetch: browser.fetch }),
    mark: { get: () => marks.at(-1) === true, set: (isIn) => void marks.push(isIn) },
  });
  return { browser, session, marks };
}

async function signedIn(http: TestHttp, name: string): Promise<Opened> {
  const opened = open(http);
  await opened.session.begin();
  expect(await opened.session.signIn({ name, password: PASSWORD })).toBeUndefined();
  return opened;
}

/** The client's result for this response: the body, or the kind of problem. */
async function answered(answer: () => Promise<Response>): Promise<unknown> {
  const asked = await new Api({ origin: 'http://service.example', fetch: answer }).ask('GET /me');
  return asked.isDone ? asked.value : asked.problem.kind;
}

test('without a previous session the client sends no request; signing in and out works', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const { session, browser, marks } = open(http);
  expect(await session.begin()).toBeUndefined();
  expect([session.snapshot(), browser.asked]).toEqual([{ kind: 'out' }, 0]);
  const problem = await session.signIn({ name: 'manager', password: 'not the password' });
  expect(problem).toMatchObject({ kind: 'refused', status: 401, code: 'ERR_INVALID_CREDENTIALS' });
  expect(await session.signIn({ name: 'manager', password: PASSWORD })).toBeUndefined();
  const me = { kind: 'operator', name: 'manager', role: 'manager' };
  expect(session.snapshot()).toEqual({ kind: 'in', me });
  expect(marks.at(-1)).toBe(true);
  expect(await session.signOut()).toBeUndefined();
  expect(session.snapshot()).toEqual({ kind: 'out' });
  expect(marks.at(-1)).toBe(false);
});

test('a reloaded page finds its session, or learns that it has ended', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['viewer']);
  const again = open(http, true);
  again.browser.cookie = await http.login('viewer');
  await again.session.begin();
  expect(again.session.snapshot()).toMatchObject({ kind: 'in', me: { name: 'viewer' } });
  const over = open(http, true);
  await over.session.begin();
  expect(over.session.snapshot()).toEqual({ kind: 'out' });
});

test('after too many attempts the client reports how long to wait', async () => {
  await using http = await TestHttp.start();
  const { session } = open(http);
  for (let tries = 0; tries < 10; tries += 1) await session.signIn({ name: `n-${tries}`, password: 'x' });
  expect(await session.signIn({ name: 'n', password: 'x' })).toMatchObject({
    code: 'ERR_RATE_LIMITED',
    retryAfterSeconds: 10,
  });
});

test('when a session expires, pending requests wait and complete after signing in again', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const { session, browser } = await signedIn(http, 'manager');
  browser.cookie = undefined;
  const adding = session.ask('POST /products', { body: { productId: 'pr-1' } });
  await expect.poll(session.snapshot).toMatchObject({ kind: 'expired', me: { name: 'manager' } });
  expect(await http.registry.products.has('pr-1')).toBe(false);
  await session.signIn({ name: 'manager', password: PASSWORD });
  expect(await adding).toMatchObject({ isDone: true, value: { productId: 'pr-1' } });
});

test('signing in as another user, or signing out, discards requests of the previous user', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager', 'admin']);
  const { session, browser } = await signedIn(http, 'manager');
  browser.cookie = undefined;
  const adding = session.ask('POST /products', { body: { productId: 'pr-1' } });
  await expect.poll(session.snapshot).toMatchObject({ kind: 'expired' });
  await session.signIn({ name: 'admin', password: PASSWORD });
  expect(await adding).toMatchObject({ isDone: false, problem: { code: 'ERR_UNAUTHENTICATED' } });
  expect(await http.registry.products.has('pr-1')).toBe(false);
  browser.cookie = undefined;
  const looking = new AbortController();
  const list = session.ask('GET /products', { signal: looking.signal });
  await expect.poll(session.snapshot).toMatchObject({ kind: 'expired' });
  looking.abort();
  expect(await list).toMatchObject({ isDone: false });
});

test("a request beyond a reduced role is refused with the service's message, and the client learns the new role", async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const { session } = await signedIn(http, 'manager');
  await http.registry.operators.change('manager', { role: 'viewer' });
  expect(await session.ask('POST /products', { body: { productId: 'pr-1' } })).toMatchObject({
    isDone: false,
    problem: { kind: 'refused', status: 403, code: 'ERR_FORBIDDEN', message: 'requires the role manager' },
  });
  await expect.poll(session.snapshot).toMatchObject({ kind: 'in', me: { role: 'viewer' } });
});

test('devices are listed in pages, each with its online state', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const { session } = await signedIn(http, 'manager');
  await http.registry.products.add('pr-1');
  const ids = Array.from({ length: 502 }, (_, index) => `de-${String(index).padStart(3, '0')}`);
  for (const deviceId of ids) {
    await http.registry.devices.add({ productId: 'pr-1', deviceId, fingerprint: 'ab'.repeat(32) });
  }
  http.live.devices = ['de-000', 'de-501'].map((deviceId) => ({
    productId: 'pr-1',
    deviceId,
    since: http.clock.wall(),
    node: 'node-1',
  }));
  const list = new PagedRows((after, signal) => deviceRows(session, 'pr-1', after, signal));
  await list.reload();
  expect(list.snapshot()).toMatchObject({ hasMore: true, isLoading: false, problem: undefined });
  expect(list.snapshot().rows).toHaveLength(500);
  await list.all();
  const { rows, hasMore } = list.snapshot();
  expect([rows.map(({ deviceId }) => deviceId), hasMore]).toEqual([ids, false]);
  const online = rows.filter(({ onlineSince }) => onlineSince !== undefined);
  expect(online.map(({ deviceId }) => deviceId)).toEqual(['de-000', 'de-501']);
});

test('an export is received as lines and can be imported; a slash in an id stays within its path segment', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['admin']);
  const { session } = await signedIn(http, 'admin');
  await http.registry.products.add('pr-1');
  const lines = await session.ask('GET /export');
  expect(lines).toMatchObject({ isDone: true, value: expect.stringContaining('"pr-1"') });
  if (!lines.isDone) return;
  expect(await session.ask('POST /import', { body: new Blob([lines.value]) })).toMatchObject({
    isDone: true,
    value: { added: 0 },
  });
  const odd = await session.ask('GET /products/{productId}', { path: { productId: 'a/b' } });
  expect(odd).toMatchObject({ isDone: false, problem: { code: 'ERR_NOT_FOUND', message: /^no product/u } });
});

test("health needs no session; no response, an HTML page and a proxy's error are distinguished", async () => {
  await using http = await TestHttp.start();
  const { session } = open(http);
  const { signal } = new AbortController();
  expect(await session.health(signal)).toEqual({ isDone: true, value: { service: true, database: true } });
  const headers = { 'content-type': 'text/html' };
  expect(await answered(async () => new Response('<!doctype html>', { headers }))).toBe('notService');
  expect(await answered(async () => new Response('Bad gateway', { status: 502 }))).toBe('unreachable');
  expect(await answered(() => Promise.reject(new TypeError('fetch failed')))).toBe('unreachable');
});
