/** @module Database outages: clear responses, a process that stays, and recovery. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../test-support/postgres.fixture.ts';
import { TestHttp, type Answer } from '../test-support/test-http.fixture.ts';

const P = '/api/v1/products';
const ANSWER_TIMEOUT_MS = 500;
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

async function start(): Promise<TestHttp> {
  return TestHttp.start({ database: await postgres.createDatabase(), answerTimeoutMs: ANSWER_TIMEOUT_MS });
}

/** The response to each kind of request, by name. */
async function answersOf(http: TestHttp, key: string): Promise<Record<string, unknown>> {
  const login = { body: { name: 'admin', password: 'x' } };
  const asked: Record<string, Answer> = {
    list: await http.call('GET', P, { key }),
    audit: await http.call('GET', '/api/v1/audit', { key }),
    export: await http.call('GET', '/api/v1/export', { key }),
    me: await http.call('GET', '/api/v1/me', { key }),
    add: await http.call('POST', P, { key, body: { productId: 'pr-2' } }),
    login: await http.call('POST', '/api/v1/login', login),
    alive: await http.call('GET', '/healthz'),
    document: await http.call('GET', '/api/v1/openapi.json'),
    ready: await http.ask('GET', '/readyz'),
  };
  const shown = Object.entries(asked).map(([name, { status, headers, json }]) => [
    name,
    [status, headers['retry-after'], json.error?.code ?? json.parts],
  ]);
  return Object.fromEntries(shown);
}

const UNAVAILABLE = [503, '5', 'ERR_UNAVAILABLE'];
const OUTAGE = {
  list: UNAVAILABLE,
  audit: UNAVAILABLE,
  export: UNAVAILABLE,
  me: UNAVAILABLE,
  add: UNAVAILABLE,
  login: UNAVAILABLE,
  alive: [200, undefined, undefined],
  document: [200, undefined, undefined],
  ready: [503, '5', { service: 'ok', database: 'failed' }],
};

async function untilBack(http: TestHttp, key: string): Promise<Answer> {
  await expect.poll(async () => (await http.ask('GET', '/readyz')).status).toBe(200);
  await expect.poll(async () => (await http.ask('GET', P, { key })).status).toBe(200);
  return http.call('GET', P, { key });
}

test('the API responds with 503 while the database is gone, and recovers', { timeout: 60_000 }, async () => {
  await using http = await start();
  const key = await http.key('admin');
  await http.call('POST', P, { key, body: { productId: 'pr-1' } });
  await postgres.stop();
  expect(await answersOf(http, key)).toEqual(OUTAGE);
  expect(await http.metrics.text()).toContain('longwire_ready{part="database"} 0');
  await postgres.start();
  expect((await untilBack(http, key)).json.items).toHaveLength(1);
});

test('the API responds with 503 while the database hangs, and recovers', { timeout: 60_000 }, async () => {
  await using http = await start();
  const key = await http.key('admin');
  await http.call('POST', P, { key, body: { productId: 'pr-1' } });
  await postgres.signal('SIGSTOP');
  try {
    expect(await answersOf(http, key)).toEqual(OUTAGE);
  } finally {
    await postgres.signal('SIGCONT');
  }
  expect((await untilBack(http, key)).json.items).toHaveLength(1);
});
