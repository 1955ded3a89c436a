/** @module The console's client of the API against the API itself: sessions, refusals, pages, and what ends in the middle. */
import { expect, test } from 'vitest';
import { Api } from '../../../../apps/console/src/service/api.ts';
import { deviceRows } from '../../../../apps/console/src/service/device-rows.ts';
import { OperatorSession } from '../../../../apps/console/src/service/operator-session.ts';
import { PagedRows } from '../../../../apps/console/src/service/paged-rows.ts';
import { PASSWORD, TestHttp } from '../test-support/test-http.fixture.ts';

/** What a browser does for a page: it keeps the cookie, and says where the page is from. */
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

/** What asking comes to where this answers: the answer, or the kind of problem. */
async function answered(answer: () => Promise<Response>): Promise<unknown> {
  const asked = await new Api({ origin: 'http://service.example', fetch: answer }).ask('GET /me');
  return asked.isDone ? asked.value : asked.problem.kind;
}

test('where nobody was signed in, nothing is asked; signing in and out', async () => {
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

test('a page that is loaded again finds its session, or that it is over', async () => {
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

test('too many tries: the service says how long to wait', async () => {
  await using http = await TestHttp.start();
  const { session } = open(http);
  for (let tries = 0; tries < 10; tries += 1) await session.signIn({ name: `n-${tries}`, password: 'x' });
  expect(await session.signIn({ name: 'n', password: 'x' })).toMatchObject({
    code: 'ERR_RATE_LIMITED',
    retryAfterSeconds: 10,
  });
});

test('a session that ends in the middle: what was asked waits, and is done after signing in again', async () => {
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

test('somebody else who signs in does not do what the one before asked for; nor does anybody who leaves', async () => {
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

test('a role that was taken away is refused in the service’s words, and known from then on', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['manager']);
  const { session } = await signedIn(http, 'manager');
  await http.registry.operators.change('manager', { role: 'viewer' });
  expect(await session.ask('POST /products', { body: { productId: 'pr-1' } })).toMatchObject({
    isDone: false,
    problem: { kind: 'refused', status: 403, code: 'ERR_FORBIDDEN', message: 'expected the role manager' },
  });
  await expect.poll(session.snapshot).toMatchObject({ kind: 'in', me: { role: 'viewer' } });
});

test('devices page by page, each with whether it is online', async () => {
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
    since: http.clock.now(),
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

test('an export comes as lines and goes in again; an id with a slash in it stays one part of the path', async () => {
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
  expect(odd).toMatchObject({ isDone: false, problem: { code: 'ERR_NOT_FOUND', message: /^product/u } });
});

test('health needs no session; silence, a page in its place and a proxy’s own words are told apart', async () => {
  await using http = await TestHttp.start();
  const { session } = open(http);
  const { signal } = new AbortController();
  expect(await session.health(signal)).toEqual({ isDone: true, value: { service: true, database: true } });
  const headers = { 'content-type': 'text/html' };
  expect(await answered(async () => new Response('<!doctype html>', { headers }))).toBe('notService');
  expect(await answered(async () => new Response('Bad gateway', { status: 502 }))).toBe('unreachable');
  expect(await answered(() => Promise.reject(new TypeError('fetch failed')))).toBe('unreachable');
});
