/** @module What one user or stranger does to a real device costs other users neither their logins nor their places. */
import { ContentFormat, parseFingerprint } from '@longwire/protocol';
import { startClientLogin } from '@longwire/protocol/login';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalService, type ServiceSession } from './agent/local-service.fixture.ts';
import type { SessionLimits } from './agent/session-limits.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD } from './auth/login.fixture.ts';
import type { Device } from './device.ts';
import { logIn } from './session/log-in.fixture.ts';
import { TestClient } from './session/test-client.fixture.ts';
import { createTestDevice } from './test-device.fixture.ts';

let service: LocalService;
let device: Device;
const clients: TestClient[] = [];

beforeEach(async () => {
  service = await LocalService.start();
  await start({ maxSessions: 8, maxSessionsPerToken: 4 });
});

async function start(sessionLimits: Partial<SessionLimits>): Promise<void> {
  device = createTestDevice(service.url, { sessionLimits });
  await device.start();
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await device.close();
  await service[Symbol.asyncDispose]();
});

/** A client that has connected, or was closed. */
interface Visitor {
  readonly client: TestClient;
  readonly signaling: ServiceSession;
}

async function enter(tokenId: string): Promise<Visitor> {
  const signaling = service.open(tokenId);
  const client = new TestClient(signaling);
  clients.push(client);
  client.offer();
  await vi.waitUntil(() => client.isOpen || signaling.closed !== undefined, { timeout: 10_000 });
  return { client, signaling };
}

/** The request of a first round, which any client may repeat. */
const FIRST_ROUND = startClientLogin({
  username: 'admin',
  password: 'a guess',
  clientFingerprint: parseFingerprint('a'.repeat(64)),
  deviceFingerprint: parseFingerprint('b'.repeat(64)),
  randomBytes: (length) => new Uint8Array(length).fill(1),
}).request;

async function firstRound(client: TestClient): Promise<number> {
  const answer = await client.requestBytes('POST', '/p2p/pwd-auth/1', {
    payload: FIRST_ROUND,
    contentFormat: ContentFormat.cbor,
  });
  return Object.assign({ statusCode: 0 }, answer).statusCode;
}

/** The status of a login, 0 where the device has closed the session instead; of the newest session unless another one is given. */
async function tryLogin(
  { client, signaling }: Visitor,
  username: string,
  password: string,
  session = device.sessions.at(-1),
): Promise<number> {
  const isOver = (): boolean => !client.isOpen || session === undefined || signaling.closed !== undefined;
  // The connection may be open for the client a moment earlier than for the device.
  await vi.waitUntil(() => isOver() || session?.identity !== undefined, { timeout: 10_000 });
  const identity = session?.identity;
  if (isOver() || identity === undefined) return 0;
  return await Promise.race([
    logIn(client, identity, username, password),
    client.until(() => client.isClosed || client.isChannelClosed).then(() => 0),
  ]);
}

const namesOfUsers = (): readonly string[] =>
  device.sessions.flatMap(({ user }) => (user === undefined ? [] : [user.Username]));

describe('places at a real device', () => {
  test('the administrator gets a place although a guest with two tokens opens more sessions than the limit', async () => {
    for (let index = 0; index < 9; index += 1) {
      const guest = await enter(index % 2 === 0 ? 'guest-token-1' : 'guest-token-2');
      await tryLogin(guest, 'bob', BOB_PASSWORD);
    }
    const admin = await enter('admin-token');
    expect(admin.signaling.closed).toBeUndefined();
    expect(await tryLogin(admin, 'admin', ADMIN_PASSWORD)).toBe(201);
    expect(await admin.client.request('GET', '/iam/users')).toMatchObject({ statusCode: 205 });
    for (let index = 0; index < 3; index += 1)
      await tryLogin(await enter('guest-token-1'), 'bob', BOB_PASSWORD);
    expect(namesOfUsers()).toContain('admin');
    expect(admin.signaling.closed).toBeUndefined();
  });

  test('a stranger with two tokens who fills all places evicts neither a user nor a session that is about to log in', async () => {
    const bob = await enter('bob-token');
    expect(await tryLogin(bob, 'bob', BOB_PASSWORD)).toBe(201);
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 5; index += 1) await Promise.all([enter('stolen-1'), enter('stolen-2')]);
    };
    await fill();
    const admin = await enter('admin-token');
    const adminSession = device.sessions.at(-1);
    await fill();
    expect([admin.signaling.closed, bob.signaling.closed]).toEqual([undefined, undefined]);
    expect(device.sessions).toContain(adminSession);
    expect(device.sessions).toHaveLength(8);
  });
});

describe('a flood of first rounds at a real device', () => {
  test('from two connections with one token is refused beyond its limit, and stops none of three right logins', async () => {
    const strangers = [await enter('stolen'), await enter('stolen')];
    const over = new AbortController();
    const flood = async ({ client }: Visitor): Promise<readonly number[]> => {
      const statuses: number[] = [];
      while (!over.signal.aborted) {
        const answers = Array.from({ length: 50 }, async () => await firstRound(client));
        statuses.push(...(await Promise.all(answers)));
      }
      return statuses;
    };
    const flooding = Promise.all(strangers.map(flood));
    for (let login = 0; login < 3; login += 1) {
      const admin = await enter(`admin-token-${login}`);
      expect(await tryLogin(admin, 'admin', ADMIN_PASSWORD)).toBe(201);
    }
    over.abort();
    const statuses = (await flooding).flat();
    expect(statuses.length).toBeGreaterThan(500);
    // Some more than forty, because they come back with time.
    expect(statuses.filter((status) => status === 201).length).toBeLessThan(60);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
  });
});

/** The outcome of a request on each page: an answer, or the reason of its close. */
const answersTo = (pages: readonly Visitor[]): Promise<readonly unknown[]> =>
  Promise.all(
    pages.map(async ({ client, signaling }) =>
      signaling.closed === undefined ? await client.request('GET', '/iam/me') : signaling.closed.reason,
    ),
  );

describe('nine pages on one connection token', () => {
  beforeEach(async () => {
    await device.close();
    await start({});
  });

  test('stay open while they log in one after another as the same user', async () => {
    const pages: Visitor[] = [];
    for (let index = 0; index < 9; index += 1) pages.push(await enter('shared'));
    const notFound = Array.from(pages, () => expect.objectContaining({ statusCode: 404 }));
    expect(await answersTo(pages)).toEqual(notFound);
    const sessions = device.sessions;
    const logins: number[] = [];
    for (const [index, page] of pages.entries())
      logins.push(await tryLogin(page, 'bob', BOB_PASSWORD, sessions[index]));
    expect(logins).toEqual(Array.from(pages, () => 201));
    const found = Array.from(pages, () => expect.objectContaining({ statusCode: 205 }));
    expect(await answersTo(pages)).toEqual(found);
  });

  test('stay open if each logs in before the next one is opened', async () => {
    const pages: Visitor[] = [];
    for (let index = 0; index < 9; index += 1) {
      const page = await enter('shared');
      expect(await tryLogin(page, 'bob', BOB_PASSWORD)).toBe(201);
      pages.push(page);
    }
    const found = Array.from(pages, () => expect.objectContaining({ statusCode: 205 }));
    expect(await answersTo(pages)).toEqual(found);
  });
});

test('a login without a free place for users is refused as full, but an administrator gets a place', async () => {
  await device.close();
  await start({ maxSessions: 2, reservedForLogin: 1 });
  const bob = await enter('bob-token');
  expect(await tryLogin(bob, 'bob', BOB_PASSWORD)).toBe(201);
  const admin = await enter('admin-token');
  expect(await tryLogin(admin, 'admin', ADMIN_PASSWORD)).toBe(201);
  await expect.poll(() => bob.signaling.closed?.reason).toBe('a newer session took the place');
  const again = await enter('bob-token');
  await tryLogin(again, 'bob', BOB_PASSWORD);
  await expect.poll(() => again.signaling.closed?.reason).toBe('the device is full');
  expect(namesOfUsers()).toEqual(['admin']);
});

describe('login tries at a real device', () => {
  test('a stranger’s wrong passwords with one token stop none of eight right logins with another', async () => {
    for (let connections = 0; connections < 2; connections += 1) {
      const stranger = await enter('stolen');
      for (let index = 0; index < 12; index += 1) await tryLogin(stranger, 'admin', 'wrong');
      expect(await tryLogin(stranger, 'admin', ADMIN_PASSWORD)).toBe(429);
    }
    const admin = await enter('admin-token');
    const statuses: number[] = [];
    for (let login = 0; login < 8; login += 1) statuses.push(await tryLogin(admin, 'admin', ADMIN_PASSWORD));
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 201]);
  });
});
