/** @module A device as an application holds it: what it tells, which sessions it has, and how they end. */
import { decodeCbor } from '@longwire/protocol/cbor';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalService } from './agent/local-service.fixture.ts';
import { BOB_PASSWORD, household } from './auth/login.fixture.ts';
import { createDevice } from './create-device.ts';
import type { Device } from './device.ts';
import type { DeviceEvents } from './events/device-events.ts';
import type { DeviceSession } from './events/device-session.ts';
import { generatePrivateKey, identityOf } from './identity/identity-key.ts';
import type { MediaCodec, SourceHealth } from './media/media-source.ts';
import { SharedSource } from './media/shared-source.ts';
import { logIn as logInAs } from './session/log-in.fixture.ts';
import { TestClient } from './session/test-client.fixture.ts';
import { createMemoryStore } from './store/memory-store.ts';

const H264: MediaCodec = {
  kind: 'video',
  name: 'H264',
  clockRate: 90_000,
  parameters: 'profile-level-id=42e01f;packetization-mode=1',
};

const ignore = (): void => undefined;

let service: LocalService;
let device: Device;
const logged: string[] = [];
const cleanUps: (() => void)[] = [];

beforeEach(async () => {
  logged.length = 0;
  service = await LocalService.start();
  const log = (event: string): void => void logged.push(event);
  device = createDevice({
    signalingServerUrl: service.url,
    productId: 'pr-test',
    deviceId: 'de-test',
    identity: identityOf(generatePrivateKey()),
    store: createMemoryStore(household),
    bindAddress: '127.0.0.1',
    logger: { debug: log, info: log, warn: log, error: log },
    backOff: { baseMs: 1, capMs: 1, refusedFloorMs: 1 },
    appName: 'Gate keeper',
    appVersion: '1.2',
  });
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  await device.close();
  await service[Symbol.asyncDispose]();
});

/** The arguments of an event's next time. */
function next<K extends keyof DeviceEvents>(name: K): Promise<DeviceEvents[K]> {
  const heard = Promise.withResolvers<DeviceEvents[K]>();
  const off = device.on(name, (...args) => {
    off();
    heard.resolve(args);
  });
  return heard.promise;
}

/** A client that has connected, and the session that the device tells of. */
async function connect(label?: string) {
  const opened = next('sessionopened');
  const signaling = service.open();
  const client = new TestClient(signaling, label);
  cleanUps.push(() => client.close());
  client.offer();
  const [session] = await opened;
  return { client, session, signaling };
}

const logIn = (client: TestClient, { identity }: DeviceSession): Promise<number> =>
  logInAs(client, identity, 'bob', BOB_PASSWORD);

describe('tells', () => {
  test('when it is attached, and when it is not, and again', async () => {
    const told: unknown[] = [];
    device.on('attached', () => told.push('attached'));
    device.on('detached', (loss) => told.push(loss));
    await device.start();
    const again = next('attached');
    service.dropDevice();
    await again;
    expect(told).toEqual(['attached', { code: 1012, reason: 'restart' }, 'attached']);
  });

  test('which session is opened, and with which reason it is closed', async () => {
    await device.start();
    const beforeMs = Date.now();
    const { client, session } = await connect();
    expect(device.sessions).toEqual([session]);
    expect(session.user).toBeUndefined();
    expect(session.watching).toEqual([]);
    expect(session.connectedAt.getTime()).toBeGreaterThanOrEqual(beforeMs);
    const closed = next('sessionclosed');
    client.native.close();
    const [who, end] = await closed;
    expect(who).toBe(session);
    expect(end.code).toBe(1000);
    expect(end.reason).not.toBe('');
    expect(device.sessions).toEqual([]);
  });

  test('no session of a client that never connected', async () => {
    await device.start();
    const told: unknown[] = [];
    device.on('sessionopened', (session) => told.push(session));
    device.on('sessionclosed', (session) => told.push(session));
    const { session } = await connect();
    const stranger = service.open();
    stranger.leave(1001);
    const closed = next('sessionclosed');
    session.close();
    await closed;
    expect(told).toEqual([session, session]);
  });

  test('who a session becomes by its login, and by what is made of its user', async () => {
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    const changed = next('userchange');
    await logIn(client, session);
    const [who, { from, to }] = await changed;
    expect(who).toBe(session);
    expect([from, to?.Username, to?.Role]).toEqual([undefined, 'bob', 'Guest']);
    expect(session.user?.Username).toBe('bob');

    const promoted = next('userchange');
    await device.iam.setRole('bob', 'Standard');
    const [, roles] = await promoted;
    expect([roles.from?.Role, roles.to?.Role]).toEqual(['Guest', 'Standard']);

    const removed = next('userchange');
    await device.iam.removeUser('bob');
    const [, gone] = await removed;
    expect([gone.from?.Username, gone.to]).toEqual(['bob', undefined]);
  });

  test('nothing of a change that does not concern the session', async () => {
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const told: unknown[] = [];
    device.on('userchange', (...change) => told.push(change));
    await device.iam.removeUser('nopassword');
    expect(told).toEqual([]);
  });

  test('which track is watched by whom, and when no longer', async () => {
    device.addTrack('camera', new SharedSource({ codec: H264, start: () => () => undefined }));
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const watched = next('watched');
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    expect(await watched).toEqual(['camera', session]);
    expect(session.watching).toEqual(['camera']);
    const unwatched = next('unwatched');
    await device.iam.setRole('bob', null);
    expect(await unwatched).toEqual(['camera', session]);
    expect(session.watching).toEqual([]);
  });

  test('that nobody watches any more when a session ends, before the end itself', async () => {
    device.addTrack('camera', new SharedSource({ codec: H264, start: () => () => undefined }));
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const watched = next('watched');
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await watched;
    const told: unknown[] = [];
    device.on('unwatched', (trackId) => told.push(trackId));
    device.on('sessionclosed', ({ user, watching }) => told.push([user?.Username, watching]));
    session.close();
    expect(told).toEqual(['camera', ['bob', []]]);
  });

  test('how a source is doing, once for each change', () => {
    let listener = ignore;
    let health: SourceHealth = { kind: 'ok' };
    const source = {
      kind: 'video' as const,
      codecs: [H264],
      get health() {
        return health;
      },
      on: (_: 'change', handle: () => void) => {
        listener = handle;
        return () => undefined;
      },
      subscribe: () => ({ refresh: () => undefined, close: () => undefined }),
    };
    device.addTrack('camera', source);
    const told: unknown[] = [];
    device.on('sourcehealth', (trackId, now) => told.push([trackId, now]));
    const states: readonly SourceHealth[] = [
      { kind: 'ok' },
      { kind: 'failing', message: 'The camera does not answer.' },
      { kind: 'failing', message: 'The camera does not answer.' },
      { kind: 'failing', message: 'The camera refuses the password.' },
      { kind: 'ok' },
    ];
    for (const state of states) {
      health = state;
      listener();
    }
    expect(told).toEqual([states[1], states[3], states[4]].map((state) => ['camera', state]));
  });

  test('of a channel of the application’s own, and whose it is', async () => {
    await device.start();
    const opened = next('channel');
    const { client, session } = await connect('own');
    const [{ channel, session: whose }] = await opened;
    expect(channel.label).toBe('own');
    expect(whose).toBe(session);
    expect(client.isChannelClosed).toBe(false);
  });
});

test('a channel that nobody listens for is closed', async () => {
  await device.start();
  const { client } = await connect('own');
  await client.until(() => client.isChannelClosed);
  expect(device.sessions).toHaveLength(1);
});

test('listeners that throw are logged, and nothing else changes', async () => {
  const names = ['attached', 'sessionopened', 'userchange', 'channel', 'sessionclosed'] as const;
  for (const name of names)
    device.on(name, () => {
      throw new Error('a listener that fails');
    });
  await device.start();
  const { client, session } = await connect();
  await client.until(() => client.isOpen);
  await logIn(client, session);
  expect(await client.request('GET', '/iam/me')).toMatchObject({ statusCode: 205 });
  session.close();
  expect(logged.filter((event) => event === 'event.listener-failed')).toHaveLength(4);
});

test('a listener that was taken off hears nothing', async () => {
  const told: string[] = [];
  device.on('attached', () => told.push('attached'))();
  await device.start();
  expect(told).toEqual([]);
});

test('a session is ended by the application, with a reason; again does nothing', async () => {
  await device.start();
  const { client, session, signaling } = await connect();
  await client.until(() => client.isOpen);
  const ends: unknown[] = [];
  device.on('sessionclosed', (_, end) => ends.push(end));
  session.close('the shop closes at eight');
  session.close('again');
  await client.until(() => client.isClosed);
  expect(ends).toEqual([{ code: 1000, reason: 'the shop closes at eight' }]);
  // The service hears of it on another way than the client.
  await expect.poll(() => signaling.closed).toEqual(ends[0]);
  expect(device.sessions).toEqual([]);
});

test('whoever may pair is told what the device is', async () => {
  await device.start();
  const { client } = await connect();
  await client.until(() => client.isOpen);
  const { payload }: { payload?: Uint8Array } = Object(await client.request('GET', '/iam/pairing'));
  expect(decodeCbor(payload ?? new Uint8Array(0))).toEqual({
    Modes: ['PasswordInvite'],
    AppName: 'Gate keeper',
    AppVersion: '1.2',
    ProductId: 'pr-test',
    DeviceId: 'de-test',
  });
});

test('ids of sessions are used once, also when the service begins anew', async () => {
  await device.start();
  const { session: first } = await connect();
  const { session: second } = await connect();
  expect(new Set([first.id, second.id]).size).toBe(2);
  expect(device.sessions).toEqual([first, second]);
});

test('routes and middleware are the application’s, the resources of the device are its own', async () => {
  const seen: string[] = [];
  device.use(async ({ path, user }, next) => {
    seen.push(`${user?.Username ?? 'nobody'} ${path}`);
    await next();
  });
  device.get('/lights/:name', ({ params }) => params.name, { action: null });
  await device.start();
  const { client } = await connect();
  await client.until(() => client.isOpen);
  expect(await client.request('GET', '/lights/gate')).toMatchObject({ statusCode: 205 });
  expect(await client.request('GET', '/iam/pairing')).toMatchObject({ statusCode: 205 });
  expect(await client.request('GET', '/webrtc/tracks/default')).toMatchObject({ statusCode: 401 });
  expect(await client.request('POST', '/p2p/pwd-auth/2')).toMatchObject({ statusCode: 400 });
  expect(seen).toEqual(['nobody /lights/gate']);
});
