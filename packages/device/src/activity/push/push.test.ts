/** @module Push messages of a device: who gets them, what they say, and when they end. */
import { base64urlDecode, parseFingerprint, type AttachmentMessage } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalService } from '../../agent/local-service.fixture.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD, household } from '../../auth/login.fixture.ts';
import type { Device } from '../../device.ts';
import type { StoredUser } from '../../iam/iam-state.ts';
import { connectAs, type LoggedIn } from '../../session/log-in.fixture.ts';
import { TestClient } from '../../session/test-client.fixture.ts';
import { createTestDevice } from '../../test-device.fixture.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { PushReceiver } from './decrypt-push.fixture.ts';
import { pushId } from './push-subscription.ts';

const KEY = `B${'k'.repeat(86)}`;
/** What the browser knows the device by. */
const SENDER = 'b7f0c1de-5d0a-4f39-9a35-0f4b9d2c6a11';
const ENDPOINT = 'https://push.example/send/secret-of-bob';

let service: LocalService;
let device: Device;
const clients: TestClient[] = [];
const logged: string[] = [];

beforeEach(async () => {
  logged.length = 0;
  service = await LocalService.start({ features: ['push/1'], pushKey: KEY });
  const log = (...entry: readonly unknown[]): void => void logged.push(JSON.stringify(entry));
  device = createTestDevice(service.url, {
    store: createMemoryStore(household),
    logger: { debug: log, info: log, warn: log, error: log },
  });
  await device.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await device.close();
  await service[Symbol.asyncDispose]();
});

/** A browser that is logged in and paired. */
async function pair(username: string, password: string): Promise<LoggedIn> {
  const browser = await connectAs(device, service, username, password);
  const { client, identity } = browser;
  clients.push(client);
  const { clientFingerprint } = identity;
  await change(username, () => ({ fingerprints: [{ fingerprint: clientFingerprint, name: null }] }));
  return browser;
}

/** Changes a stored user. */
async function change(username: string, to: (user: StoredUser) => Partial<StoredUser>): Promise<void> {
  await device.iam.update((state) => ({
    ...state,
    users: state.users.map((user) => (user.username === username ? { ...user, ...to(user) } : user)),
  }));
}

async function ask(
  { client }: LoggedIn,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  json?: unknown,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const { statusCode, payload }: { statusCode: number; payload?: Uint8Array } = Object.assign(
    { statusCode: 0 },
    await client.within(client.request(method, path, json)),
  );
  const text = payload === undefined ? 'null' : Buffer.from(payload).toString('utf8');
  return { status: statusCode, json: text.startsWith('{') ? JSON.parse(text) : text };
}

const subscribe = (browser: LoggedIn, receiver: PushReceiver, endpoint = ENDPOINT) =>
  ask(browser, 'POST', '/events/push', {
    endpoint,
    expirationTime: null,
    keys: receiver.keys,
    sender: SENDER,
  });

type Push = Extract<AttachmentMessage, { type: 'push' }>;

/** The messages that a notification makes the device send. */
async function pushed(title = 'Front door'): Promise<readonly Push[]> {
  service.received.length = 0;
  device.notify({ title, body: 'Someone rings' });
  return await sent();
}

/** The messages that the device has sent so far. */
async function sent(): Promise<readonly Push[]> {
  // A message of a session comes after them.
  const session = service.open('last');
  const answered = Promise.withResolvers<void>();
  session.on('outgoing', () => answered.resolve());
  const last = new TestClient(session);
  clients.push(last);
  last.offer();
  await answered.promise;
  return service.received.filter((message) => message.type === 'push');
}

/** The standard user bob, who gets messages. */
async function subscribed(): Promise<{ readonly bob: LoggedIn; readonly receiver: PushReceiver }> {
  await device.iam.setRole('bob', 'Standard');
  const bob = await pair('bob', BOB_PASSWORD);
  const receiver = new PushReceiver();
  expect((await subscribe(bob, receiver)).status).toBe(204);
  return { bob, receiver };
}

describe('a notification', () => {
  test('reaches the browser of the user who asked for it, which alone can read it', async () => {
    const { bob, receiver } = await subscribed();
    const [push, ...others] = await pushed();
    expect(others).toEqual([]);
    expect(push).toMatchObject({ endpoint: ENDPOINT, ttl: 14_400, urgency: 'high' });
    const body = base64urlDecode(push?.body ?? '');
    expect(JSON.parse(receiver.read(body))).toEqual({
      title: 'Front door',
      body: 'Someone rings',
      at: expect.closeTo(Date.now() / 1000, -2),
      product: 'pr-test',
      device: 'de-test',
      sender: SENDER,
    });
    expect(Buffer.from(body).includes('rings')).toBe(false);
    expect(await ask(bob, 'GET', '/events/push')).toMatchObject({
      json: { key: KEY, browsers: [expect.any(String)], quietHours: null },
    });
    expect(logged.join('\n')).not.toContain('secret-of-bob');
  });

  test('has its picture if that is small', async () => {
    const { receiver } = await subscribed();
    const small = Uint8Array.of(0xff, 0xd8, 0xff, 1);
    device.notify({ title: 'Small', body: '', image: small });
    const large = new Uint8Array(4000);
    large.set(small);
    device.notify({ title: 'Large', body: '', image: large });
    await expect.poll(() => service.received.filter(({ type }) => type === 'push')).toHaveLength(2);
    const images = service.received.map((message) =>
      message.type === 'push' ? JSON.parse(receiver.read(base64urlDecode(message.body))).image : 'other',
    );
    expect(images.filter((image) => image !== 'other')).toEqual(['/9j/AQ==', undefined]);
  });

  test('is in the list and not pushed while the service does not push', async () => {
    await subscribed();
    const again = new Promise<void>((resolve) => void device.on('attached', resolve));
    service.announces = {};
    service.dropDevice();
    await again;
    expect(await pushed()).toEqual([]);
  });

  test('while the device is detached is pushed once it is attached again', async () => {
    const { receiver } = await subscribed();
    const again = new Promise<void>((resolve) => void device.on('attached', resolve));
    device.on('detached', () => device.notify({ kind: 'motion', title: 'Garden', body: 'Movement' }));
    service.dropDevice();
    await again;
    const pushes = await sent();
    expect(pushes.map(({ body }) => JSON.parse(receiver.read(base64urlDecode(body))))).toMatchObject([
      { kind: 'motion', title: 'Garden', body: 'Movement' },
    ]);
  });
});

/** The full hour by UTC, some hours from now. */
const hour = (offset: number): string =>
  `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`;

describe('a user gets no messages', () => {
  test('in quiet hours', async () => {
    const { bob } = await subscribed();
    const hours = { from: hour(-1), to: hour(2), timeZone: 'UTC' };
    expect((await ask(bob, 'PUT', '/events/quiet-hours', hours)).status).toBe(204);
    expect(await pushed()).toEqual([]);
    expect(await ask(bob, 'GET', '/events/push')).toMatchObject({ json: { quietHours: hours } });
    expect((await ask(bob, 'PUT', '/events/quiet-hours', { ...hours, timeZone: 'Moon' })).status).toBe(400);
    await ask(bob, 'PUT', '/events/quiet-hours', null);
    expect(await pushed()).toHaveLength(1);
  });

  test('once their access has ended, their role has changed, they or their browser are removed', async () => {
    const { identity } = (await subscribed()).bob;
    await device.iam.setRole('bob', 'Guest');
    expect(await pushed()).toEqual([]);
    await device.iam.setRole('bob', 'Standard');
    expect(await pushed()).toHaveLength(1);
    const soon = Date.now() + 30;
    await device.iam.setAccessEnd('bob', soon);
    while (Date.now() <= soon) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await pushed()).toEqual([]);
    await device.iam.setAccessEnd('bob', null);
    expect(await pushed()).toHaveLength(1);
    await device.iam.removeFingerprint('bob', identity.clientFingerprint);
    expect(await pushed()).toEqual([]);
    await device.iam.removeUser('bob');
    expect(JSON.stringify(device.iam.state)).not.toContain('secret-of-bob');
  });

  test.each([404, 410])('in a browser that the push service does not know any more: %d', async (status) => {
    const { bob, receiver } = await subscribed();
    const [push] = await pushed();
    const changed = new Promise<void>((resolve) => void device.iam.on('change', resolve));
    service.say({ type: 'push-result', id: push?.id ?? 0, status });
    await changed;
    expect(await pushed()).toEqual([]);
    // The browser may not have noticed; it learns that it needs another endpoint.
    expect((await subscribe(bob, receiver)).status).toBe(404);
    expect((await subscribe(bob, receiver, `${ENDPOINT}-2`)).status).toBe(204);
  });

  test('once they have turned it off, and only they can', async () => {
    const { bob } = await subscribed();
    const { json } = await ask(bob, 'GET', '/events/push');
    const id = /"browsers":\["([\w-]{43})"\]/u.exec(JSON.stringify(json))?.[1] ?? '';
    const admin = await pair('admin', ADMIN_PASSWORD);
    await ask(admin, 'DELETE', `/events/push/${id}`);
    expect(await pushed()).toHaveLength(1);
    expect((await ask(bob, 'DELETE', `/events/push/${id}`)).status).toBe(202);
    expect(await pushed()).toEqual([]);
  });
});

test.each([0, 201, 429, 500])('the answer %d of the service changes nothing', async (status) => {
  await subscribed();
  const [push] = await pushed();
  service.say({ type: 'push-result', id: push?.id ?? 0, status });
  service.say({ type: 'push-result', id: 1_000_000, status: 410 });
  expect(await pushed()).toHaveLength(1);
});

test('one browser gets the messages of one user: of the last who asked in it', async () => {
  const { receiver } = await subscribed();
  const admin = await pair('admin', ADMIN_PASSWORD);
  await subscribe(admin, receiver);
  expect(await pushed()).toHaveLength(1);
  expect(device.iam.state.users.map(({ username, pushes }) => [username, pushes.length])).toEqual([
    ['admin', 1],
    ['bob', 0],
    ['nopassword', 0],
  ]);
});

test('a user has eight browsers at most: one more replaces the oldest', async () => {
  const { bob, receiver } = await subscribed();
  const others = Array.from({ length: 8 }, (_, n) => ({
    endpoint: `https://push.example/${n}`,
    ...receiver.keys,
    sender: null,
    browser: parseFingerprint(String(n).repeat(64)),
  }));
  await change('bob', ({ fingerprints }) => ({
    fingerprints: [...fingerprints, ...others.map(({ browser }) => ({ fingerprint: browser, name: null }))],
    pushes: others,
  }));
  await subscribe(bob, receiver);
  expect((await pushed()).map(({ endpoint }) => endpoint)).toEqual([
    ...others.slice(1).map(({ endpoint }) => endpoint),
    ENDPOINT,
  ]);
});

const here = async (browser: LoggedIn) => (await ask(browser, 'GET', '/events/push')).json;

describe('a browser reads whether it gets messages itself', () => {
  test('and no more once its subscription is that of an earlier certificate', async () => {
    const { bob, receiver } = await subscribed();
    const id = pushId(ENDPOINT);
    expect(await here(bob)).toMatchObject({ here: id, browsers: [id] });
    // The device removes the earlier certificate only later: meanwhile the browser is in the list and has to ask again.
    const earlier = parseFingerprint('ab'.repeat(32));
    await change('bob', ({ fingerprints, pushes }) => ({
      fingerprints: [...fingerprints, { fingerprint: earlier, name: null }],
      pushes: pushes.map((push) => ({ ...push, browser: earlier })),
    }));
    expect(await here(bob)).toMatchObject({ here: null, browsers: [id] });
    expect((await subscribe(bob, receiver)).status).toBe(204);
    await device.iam.removeFingerprint('bob', earlier);
    expect(await here(bob)).toMatchObject({ here: id, browsers: [id] });
    expect(await pushed()).toHaveLength(1);
  });

  test('and gets one message after its subscription has changed', async () => {
    const { bob, receiver } = await subscribed();
    const changed = 'https://push.example/changed';
    expect((await subscribe(bob, receiver, changed)).status).toBe(204);
    expect(await here(bob)).toMatchObject({ here: pushId(changed), browsers: [pushId(changed)] });
    expect((await pushed()).map(({ endpoint }) => endpoint)).toEqual([changed]);
  });
});

test('a guest, and a browser that is not paired, cannot ask for messages', async () => {
  const bob = await pair('bob', BOB_PASSWORD);
  expect((await subscribe(bob, new PushReceiver())).status).toBe(403);
  await device.iam.setRole('bob', 'Standard');
  await device.iam.removeFingerprint('bob', bob.identity.clientFingerprint);
  expect((await subscribe(bob, new PushReceiver())).status).toBe(409);
});

const { keys } = new PushReceiver();
test.each([
  ['no endpoint', { keys }],
  ['another scheme', { endpoint: 'file:///etc/passwd', keys }],
  ['a line break', { endpoint: 'https://push.example/a\r\nX-Evil: 1', keys }],
  ['a long endpoint', { endpoint: `https://push.example/${'a'.repeat(1024)}`, keys }],
  ['no keys', { endpoint: ENDPOINT }],
  [
    'a point that is not on the curve',
    { endpoint: ENDPOINT, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
  ],
  ['a short secret', { endpoint: ENDPOINT, keys: { ...keys, auth: 'AAAA' } }],
  ['a long sender', { endpoint: ENDPOINT, keys, sender: 'a'.repeat(65) }],
  ['a sender that is no text', { endpoint: ENDPOINT, keys, sender: 7 }],
])('a subscription with %s is refused', async (_, body) => {
  await device.iam.setRole('bob', 'Standard');
  const bob = await pair('bob', BOB_PASSWORD);
  expect((await ask(bob, 'POST', '/events/push', body)).status).toBe(400);
});
