/** @module A part that does not come: an error that says so, nothing left behind, and another try that works. */
import { EdgeError } from '@longwire/protocol';
import { createFakeWorld } from '@longwire/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { IAM } from '../iam/iam-client.ts';
import type { Part } from '../load/part.ts';
import { LOGIN } from './authenticator.ts';
import type { Connection } from './connection.ts';
import { FALLBACK_AFTER_MS } from './connect-attempts.ts';
import { LINK } from './connect-attempt.ts';
import { STREAMS } from './link-streams.ts';
import { NOTHING } from '../fake-world.fixture.ts';

const ADMIN = { username: 'admin', password: 'secret' };
const missing = new EdgeError('ERR_PART_LOAD', 'code expected to load');

afterEach(() => vi.restoreAllMocks());

/** Has a part not be there yet; the answer gives it or refuses it. */
function withhold(part: Part<unknown>): PromiseWithResolvers<unknown> {
  const coming = Promise.withResolvers<unknown>();
  vi.spyOn(part, 'loaded', 'get').mockReturnValue(undefined);
  vi.spyOn(part, 'load').mockReturnValue(coming.promise);
  return coming;
}

test.each(['connect', 'prepare'] as const)(
  '%s() rejects with ERR_PART_LOAD if its code cannot be loaded',
  async (call) => {
    const world = await createFakeWorld();
    const coming = withhold(LINK);
    const connection = createConnection(world.options);
    const attempt = Promise.allSettled([connection[call]()]);
    await world.settled();
    // the socket does not wait for it
    expect(world.sockets.all).toHaveLength(1);
    coming.reject(missing);
    expect(await attempt).toMatchObject([{ reason: { code: 'ERR_PART_LOAD' } }]);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
    vi.restoreAllMocks();
    const next = createConnection(world.options);
    await next.connect();
    expect(next.state).toBe('connected');
  },
);

test('what connecting needs comes last: nothing that came before it is lost', async () => {
  const world = await createFakeWorld();
  const link = await LINK.load();
  const coming = withhold(LINK);
  const connection = createConnection(world.options);
  const attempt = connection.connect();
  await world.settled();
  coming.resolve(link);
  await attempt;
  expect((await connection.request('GET', '/iam/me')).statusCode).toBeGreaterThanOrEqual(200);
});

test('what connecting needs takes longer than a first try has for itself: one login, and the service is no slow one', async () => {
  const world = await createFakeWorld();
  const link = await LINK.load();
  const coming = withhold(LINK);
  const connection = createConnection({ ...world.options, iceServers: [{ urls: 'stun:own.example' }] });
  const attempt = connection.connect();
  await world.settled();
  world.clock.advance(2 * FALLBACK_AFTER_MS);
  await world.settled();
  coming.resolve(link);
  await attempt;
  expect([world.sockets.all.length, connection.state]).toEqual([1, 'connected']);
});

test('connecting that waits for its code ends at the time limit', async () => {
  const world = await createFakeWorld();
  withhold(LINK);
  const connection = createConnection({ ...world.options, connectTimeoutMs: 5000 });
  const attempt = Promise.allSettled([connection.connect()]);
  await world.settled();
  world.clock.advance(5000);
  expect(await attempt).toMatchObject([{ reason: { code: 'ERR_CONNECT_TIMEOUT' } }]);
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
});

test('a call whose code does not come says so; the connection lives on, and the next call tries again', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  const calls = [
    [IAM, () => connection.iam.listRoles()],
    [LOGIN, () => connection.authenticate({ username: 'ann', password: 'correct horse' })],
    [STREAMS, () => connection.openStream(80)],
  ] as const;
  for (const [part, call] of calls) {
    withhold(part).reject(missing);
    await expect(call()).rejects.toMatchObject({ code: 'ERR_PART_LOAD' });
    vi.restoreAllMocks();
  }
  expect(connection.state).toBe('connected');
  const ended = await Promise.allSettled(calls.map(([, call]) => call()));
  for (const outcome of ended) expect(outcome).not.toMatchObject({ reason: { code: 'ERR_PART_LOAD' } });
});

test('a stream whose code is on its way ends with its signal, and with its connection', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  withhold(STREAMS);
  const abort = new AbortController();
  const given = Promise.allSettled([
    connection.openStream(80, { signal: abort.signal }),
    connection.openStream(80),
  ]);
  abort.abort();
  await connection.close();
  expect(await given).toMatchObject([
    { reason: { code: 'ERR_ABORTED' } },
    { reason: { code: 'ERR_CONNECTION_CLOSED' } },
  ]);
});

test.each([
  [
    'a login',
    LOGIN,
    (connection: Connection, signal: AbortSignal) => connection.authenticate(ADMIN, { signal }),
  ],
  [
    'a call of iam',
    IAM,
    (connection: Connection, signal: AbortSignal) => connection.iam.getUser('bob', { signal }),
  ],
])('%s that waits for its code ends with its caller’s signal', async (_what, part, call) => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  withhold(part);
  const abort = new AbortController();
  const attempt = Promise.allSettled([call(connection, abort.signal)]);
  await world.settled();
  abort.abort();
  expect(await attempt).toMatchObject([{ reason: { code: 'ERR_ABORTED' } }]);
  await connection.close();
});
