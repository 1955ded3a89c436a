/** @module A device as an application uses it: its events, its sessions, and how they end. */
import { decodeCbor } from '@longwire/protocol/cbor';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalService } from './agent/local-service.fixture.ts';
import { BOB_PASSWORD } from './auth/login.fixture.ts';
import type { Device } from './device.ts';
import type { DeviceEvents } from './events/device-events.ts';
import type { DeviceSession } from './events/device-session.ts';
import type { MediaCodec, SourceHealth } from './media/media-source.ts';
import { SharedSource } from './media/shared-source.ts';
import { logIn as logInAs } from './session/log-in.fixture.ts';
import { TestClient } from './session/test-client.fixture.ts';
import { createTestDevice } from './test-device.fixture.ts';

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
  device = createTestDevice(service.url, {
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

/** The arguments of the next event with a name. */
function next<K extends keyof DeviceEvents>(name: K): Promise<DeviceEvents[K]> {
  const heard = Promise.withResolvers<DeviceEvents[K]>();
  const off = device.on(name, (...args) => {
    off();
    heard.resolve(args);
  });
  return heard.promise;
}

/** A connected client, and its session at the device. */
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

describe('events of a device', () => {
  test('attached and detached report each change of the attachment', async () => {
    const events: unknown[] = [];
    device.on('attached', () => events.push('attached'));
    device.on('detached', (loss) => events.push(loss));
    await device.start();
    const again = next('attached');
    service.dropDevice();
    await again;
    expect(events).toEqual(['attached', { code: 1012, reason: 'restart' }, 'attached']);
  });

  test('sessionopened and sessionclosed report a session and the reason of its end', async () => {
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

  test('sessionclosed has the reason that a client gave', async () => {
    await device.start();
    const { signaling } = await connect();
    const closed = next('sessionclosed');
    signaling.leave(1000, 'going home');
    expect((await closed)[1]).toEqual({ code: 1000, reason: 'going home' });
  });

  test('sessionopened and sessionclosed are not emitted for a client that never connected', async () => {
    await device.start();
    const events: unknown[] = [];
    device.on('sessionopened', (session) => events.push(session));
    device.on('sessionclosed', (session) => events.push(session));
    const { session } = await connect();
    const stranger = service.open();
    stranger.leave(1001);
    const closed = next('sessionclosed');
    session.close();
    await closed;
    expect(events).toEqual([session, session]);
  });

  test('userchange reports a login and each change of the session’s user', async () => {
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

    const ended = next('userchange');
    await device.iam.setAccessEnd('bob', Date.now() + 50);
    const [, over] = await ended;
    expect([over.from?.Username, over.to]).toEqual(['bob', undefined]);
    const extended = next('userchange');
    await device.iam.setAccessEnd('bob', null);
    expect((await extended)[1].to?.Username).toBe('bob');

    const removed = next('userchange');
    await device.iam.removeUser('bob');
    const [, gone] = await removed;
    expect([gone.from?.Username, gone.to]).toEqual(['bob', undefined]);
  });

  test('userchange is not emitted for changes of other users', async () => {
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const events: unknown[] = [];
    device.on('userchange', (...change) => events.push(change));
    await device.iam.removeUser('nopassword');
    expect(events).toEqual([]);
  });

  test('watched and unwatched report a track and its session', async () => {
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

  test('a track stops when the access of its viewer ends', async () => {
    device.addTrack('camera', new SharedSource({ codec: H264, start: () => () => undefined }));
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const watched = next('watched');
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await watched;
    const unwatched = next('unwatched');
    await device.iam.setAccessEnd('bob', Date.now() + 50);
    expect(await unwatched).toEqual(['camera', session]);
    expect(session.user).toBeUndefined();
  });

  test('unwatched is emitted before sessionclosed when a session ends', async () => {
    device.addTrack('camera', new SharedSource({ codec: H264, start: () => () => undefined }));
    await device.start();
    const { client, session } = await connect();
    await client.until(() => client.isOpen);
    await logIn(client, session);
    const watched = next('watched');
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await watched;
    const events: unknown[] = [];
    device.on('unwatched', (trackId) => events.push(trackId));
    device.on('sessionclosed', ({ user, watching }) => events.push([user?.Username, watching]));
    session.close();
    expect(events).toEqual(['camera', ['bob', []]]);
  });

  test('sourcehealth is emitted once for each change', () => {
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
    const events: unknown[] = [];
    device.on('sourcehealth', (trackId, now) => events.push([trackId, now]));
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
    expect(events).toEqual([states[1], states[3], states[4]].map((state) => ['camera', state]));
  });

  test('channel reports an application channel and its session', async () => {
    await device.start();
    const opened = next('channel');
    const { client, session } = await connect('own');
    const [{ channel, session: whose }] = await opened;
    expect(channel.label).toBe('own');
    expect(whose).toBe(session);
    expect(client.isChannelClosed).toBe(false);
  });
});

test('an application channel is closed without a listener', async () => {
  await device.start();
  const { client } = await connect('own');
  await client.until(() => client.isChannelClosed);
  expect(device.sessions).toHaveLength(1);
});

test('a throwing listener is logged and has no other effect', async () => {
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

test('a removed listener is not called', async () => {
  const events: string[] = [];
  device.on('attached', () => events.push('attached'))();
  await device.start();
  expect(events).toEqual([]);
});

test('the application closes a session with a reason; closing it again does nothing', async () => {
  await device.start();
  const { client, session, signaling } = await connect();
  await client.until(() => client.isOpen);
  const ends: unknown[] = [];
  device.on('sessionclosed', (_, end) => ends.push(end));
  session.close('the shop closes at eight');
  session.close('again');
  await client.until(() => client.isClosed);
  expect(ends).toEqual([{ code: 1000, reason: 'the shop closes at eight' }]);
  // The service learns of it on another path than the client.
  await expect.poll(() => signaling.closed).toEqual(ends[0]);
  expect(device.sessions).toEqual([]);
});

test('clients that may pair can read the device’s description', async () => {
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

test('session ids are unique, also after the service has restarted', async () => {
  await device.start();
  const { session: first } = await connect();
  const { session: second } = await connect();
  expect(new Set([first.id, second.id]).size).toBe(2);
  expect(device.sessions).toEqual([first, second]);
});

test('middleware runs for application routes and not for built-in resources', async () => {
  const seen: string[] = [];
  device.use(async ({ path, user }, next) => {
    seen.push(`${user?.Username ?? 'anonymous'} ${path}`);
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
  expect(seen).toEqual(['anonymous /lights/gate']);
});
