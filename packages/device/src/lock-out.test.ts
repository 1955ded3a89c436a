/** @module What one user or stranger does to a real device takes neither its login nor its place from another user. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalService, type ServiceSession } from './agent/local-service.fixture.ts';
import type { SessionLimits } from './agent/session-limits.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD, household } from './auth/login.fixture.ts';
import { createDevice } from './create-device.ts';
import type { Device } from './device.ts';
import { generatePrivateKey, identityOf } from './identity/identity-key.ts';
import { logIn } from './session/log-in.fixture.ts';
import { TestClient } from './session/test-client.fixture.ts';
import { createMemoryStore } from './store/memory-store.ts';

let service: LocalService;
let device: Device;
const clients: TestClient[] = [];

beforeEach(async () => {
  service = await LocalService.start();
  await start({ maxSessions: 8, maxSessionsPerToken: 4 });
});

async function start(sessionLimits: Partial<SessionLimits>): Promise<void> {
  device = createDevice({
    signalingServerUrl: service.url,
    productId: 'pr-test',
    deviceId: 'de-test',
    identity: identityOf(generatePrivateKey()),
    store: createMemoryStore(household),
    bindAddress: '127.0.0.1',
    sessionLimits,
  });
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

/** The status of a login; 0 where the device has closed the session instead. It is the newest session's unless another one is given. */
async function tryLogin(
  { client, signaling }: Visitor,
  username: string,
  password: string,
  session = device.sessions.at(-1),
): Promise<number> {
  const isOver = (): boolean => !client.isOpen || session === undefined || signaling.closed !== undefined;
  // The client may find the connection open a moment before the device does.
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

describe('places', () => {
  test('a guest with two tokens opens as many sessions as there are places and more; the administrator still gets in', async () => {
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

  test('a stranger with two tokens who fills all places pushes out neither a user nor a session that is about to log in', async () => {
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

/** What each page gets for a request: an answer, or why it was closed. */
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

  test('all stay before a login, and as one after another logs in as the same user', async () => {
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

  test('all stay where each logs in before the next one is opened', async () => {
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

test('a login for which there is no place among users is refused as full, an administrator gets one', async () => {
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

describe('tries', () => {
  test('a stranger who tries wrong passwords with one token leaves eight of eight right logins with another', async () => {
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
