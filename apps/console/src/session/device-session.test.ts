import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { createConnection, encodeCbor } from '../wire.ts';
import { utf8Decode, utf8Encode } from '../bytes.ts';
import { DeviceSession } from './device-session.ts';
import type { SessionState } from './session-state.ts';

let world: FakeWorld;
let expected: string | undefined;
let session: DeviceSession;
let seen: string[];
let requests: string[];
let setUp: (device: FakeDevice) => void;
let timers: { delayMs: number; task: () => void }[];
let notes: string[];

const live = () => {
  const state = session.snapshot();
  if (state.kind !== 'live') throw new Error(`live expected, got ${state.kind}`);
  return state;
};
const name = (state: SessionState) => (state.kind === 'connecting' ? state.step : state.kind);

beforeEach(async () => {
  world = await createFakeWorld();
  expected = world.identity.fingerprint;
  [seen, requests, timers, notes] = [[], [], [], []];
  setUp = () => undefined;
  world.prepare = (device) => {
    device.passwords.set('admin', 'right password');
    device.resources.on('GET /iam/me', () => {
      const isIn = device.resources.requests.some(({ path }) => path === '/p2p/pwd-auth/2');
      return isIn
        ? {
            statusCode: 205,
            contentFormat: 60,
            payload: encodeCbor({ Username: 'admin', Role: 'Administrator' }),
          }
        : { statusCode: 404 };
    });
    device.resources.on('POST /webrtc/tracks', { statusCode: 201 });
    setUp(device);
  };
  session = new DeviceSession({
    createConnection: () => createConnection(world.options),
    expectedFingerprint: () => expected,
    clock: {
      now: () => 1_000,
      after: (delayMs, task) => {
        timers.push({ delayMs, task });
        return () => {
          timers = timers.filter((timer) => timer.task !== task);
        };
      },
    },
    isOnline: () => true,
    onVerified: () => notes.push('verified'),
    onUser: (username) => notes.push(`user ${username}`),
  });
  session.subscribe(() => {
    const step = name(session.snapshot());
    if (seen.at(-1) !== step) seen.push(step);
  });
});

async function until(kind: SessionState['kind']): Promise<void> {
  if (session.snapshot().kind === kind) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const off = session.subscribe(() => {
    if (session.snapshot().kind === kind) resolve(undefined);
  });
  await promise;
  off();
}

async function untilMedia(): Promise<void> {
  await until('live');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const check = () => {
    if (live().media.kind !== 'asking') resolve(undefined);
  };
  const off = session.subscribe(check);
  check();
  await promise;
  off();
}

const asked = () => {
  requests = world.device.resources.requests.map(({ method, path }) => `${method} ${path}`);
  return requests;
};

describe('straight to live', () => {
  test('every step in its order; the proof before anything else is asked', async () => {
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    expect(seen).toEqual(['finding', 'asking', 'opening', 'checking', 'login', 'live']);
    expect(live()).toMatchObject({
      verification: 'bound',
      me: { username: 'admin', role: 'Administrator' },
      media: { kind: 'asked', videoTrackId: 'frontdoor-video', audioTrackId: 'frontdoor-audio' },
    });
    expect(asked()).toEqual([
      'POST /webrtc/challenge',
      'POST /p2p/pwd-auth/1',
      'POST /p2p/pwd-auth/2',
      'GET /iam/me',
      'GET /webrtc/tracks/default',
      'POST /webrtc/tracks',
    ]);
    expect(notes).toEqual(['verified', 'user admin']);
  });

  test.each([
    ['both', '{"videoTrackId":"attic","audioTrackId":"cellar"}', 'cellar', ['attic', 'cellar']],
    ['a picture without sound', '{"videoTrackId":"attic"}', 'frontdoor-audio', ['attic']],
    ['sound only', '{"audioTrackId":"attic"}', 'attic', ['frontdoor-video', 'attic']],
    ['none', '{}', 'frontdoor-audio', ['frontdoor-video', 'frontdoor-audio']],
  ])('the device names its default tracks: %s', async (_, answer, audioTrackId, tracks) => {
    setUp = ({ resources }) =>
      resources.on('GET /webrtc/tracks/default', {
        statusCode: 205,
        contentFormat: 50,
        payload: utf8Encode(answer),
      });
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    expect(live().media).toMatchObject({ kind: 'asked', audioTrackId });
    const posted = world.device.resources.requests.find(({ path }) => path === '/webrtc/tracks');
    expect(JSON.parse(utf8Decode(posted?.payload ?? new Uint8Array()))).toEqual({ tracks });
  });

  test.each([
    [401, 'denied'],
    [403, 'denied'],
    [404, 'none'],
    [500, 'failed'],
  ] as const)('tracks answered with %i: %s', async (statusCode, kind) => {
    setUp = ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode });
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    expect(live().media.kind).toBe(kind);
  });
});

describe('who the device is', () => {
  test('another key: stopped, and neither login nor request is ever sent', async () => {
    expected = 'ab'.repeat(32);
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await until('stopped');
    await world.settled();
    expect(session.snapshot()).toEqual({ kind: 'stopped', reason: { kind: 'mismatch', expected } });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
    expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
    expect(notes).toEqual([]);
  });

  test('no proof at all: failed, and no login is sent', async () => {
    setUp = ({ resources }) => resources.on('POST /webrtc/challenge', { statusCode: 404 });
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await until('failed');
    expect(session.snapshot()).toMatchObject({ failure: { kind: 'unproven' } });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
  });

  test('no key known: nothing is compared, and it says so', async () => {
    expected = undefined;
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    expect(live().verification).toBe('unknown');
    expect(asked()).not.toContain('POST /webrtc/challenge');
  });
});

describe('logging in', () => {
  test('a wrong password in the link asks for the right one, and then goes on', async () => {
    session.setCredentials({ username: 'admin', password: 'wrong password' }, { fromLink: true });
    session.start();
    await until('login');
    expect(session.snapshot()).toMatchObject({ problem: { kind: 'wrong', fromLink: true }, isBusy: false });
    await session.login({ username: 'admin', password: 'right password' });
    expect(live().me).toEqual({ username: 'admin', role: 'Administrator' });
  });

  test('a wrong password that was typed is not said to be of a link', async () => {
    session.setCredentials({ username: 'admin', password: 'wrong password' }, { fromLink: false });
    session.start();
    await until('login');
    expect(session.snapshot()).toMatchObject({ problem: { kind: 'wrong', fromLink: false } });
  });

  test('without a password the device is asked first who this is; the form comes where it knows nobody', async () => {
    session.start();
    await until('login');
    expect(session.snapshot()).toMatchObject({ problem: undefined, verification: 'bound' });
    await session.skipLogin();
    expect(live().me).toBeUndefined();
  });

  test('the fifth wrong password says how long to wait', async () => {
    session.start();
    await until('login');
    for (let count = 0; count < 5; count += 1) {
      await session.login({ username: 'admin', password: 'wrong password' });
    }
    expect(session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'wait', untilMs: 11_000 } });
  });
});

const answerMe = (statusCode: number, user?: { Username: string; Role: string }) =>
  world.device.resources.on('GET /iam/me', {
    statusCode,
    ...(user === undefined ? {} : { contentFormat: 60, payload: encodeCbor(user) }),
  });
const meAsked = () => asked().filter((path) => path === 'GET /iam/me').length;
const refused = async () => {
  await live().handle.connection.request('GET', '/door');
  await world.settled();
};

describe('somebody changes who this browser is while it looks', () => {
  beforeEach(async () => {
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    world.device.resources.on('GET /door', { statusCode: 403 });
  });
  test('another role: its name is there with the next refusal', async () => {
    answerMe(205, { Username: 'admin', Role: 'Guest' });
    await refused();
    expect(live().me).toEqual({ username: 'admin', role: 'Guest' });
    expect(live().media.kind).toBe('asked');
  });

  test('the user is removed: the login view, and its password is not sent again', async () => {
    answerMe(404);
    await refused();
    expect(session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'gone' } });
    session.start();
    await until('login');
    expect(asked()).toEqual(['POST /webrtc/challenge', 'GET /iam/me']);
  });

  test('a track that is denied asks too; two at once ask no more than twice', async () => {
    answerMe(404);
    const before = meAsked();
    world.device.tracks = [
      { mid: '8', trackId: 'frontdoor-video', error: 'ACCESS_DENIED' },
      { mid: '9', trackId: 'frontdoor-audio', error: 'ACCESS_DENIED' },
    ];
    await world.device.offer();
    await until('login');
    expect(meAsked() - before).toBeLessThanOrEqual(2);
  });

  test.each([403, 500])(
    'an answer that leaves the question open (%i) changes nothing',
    async (statusCode) => {
      answerMe(statusCode);
      await refused();
      expect(live().me).toEqual({ username: 'admin', role: 'Administrator' });
    },
  );

  test('a request that succeeds asks nothing', async () => {
    const before = meAsked();
    world.device.resources.on('GET /door', { statusCode: 205 });
    await refused();
    expect(meAsked()).toBe(before);
  });

  test('asking for the video again shows a role that allows it', async () => {
    answerMe(205, { Username: 'admin', Role: 'Standard' });
    await session.askForMediaAgain();
    expect(live().me?.role).toBe('Standard');
  });
});

test('who has gone on as nobody stays so, whatever is refused', async () => {
  session.start();
  await until('login');
  await session.skipLogin();
  world.device.resources.on('GET /door', { statusCode: 403 });
  await live().handle.connection.request('GET', '/door');
  await world.settled();
  expect(live().me).toBeUndefined();
});

describe('when it ends', () => {
  test('the device closes: failed, nothing left behind; connecting again asks nobody for the password', async () => {
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await untilMedia();
    world.sockets.last.serverClose(1000);
    await until('failed');
    await world.settled();
    expect(session.snapshot()).toMatchObject({ failure: { kind: 'deviceClosed' }, retryAtMs: undefined });
    expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
    session.start();
    await untilMedia();
    expect(live().me?.username).toBe('admin');
  });

  test('a device that is offline is tried again by itself, until it is there', async () => {
    const heal = world.faults.deviceAway();
    session.setCredentials({ username: 'admin', password: 'right password' }, { fromLink: true });
    session.start();
    await until('failed');
    expect(session.snapshot()).toMatchObject({ failure: { kind: 'offline' }, attempt: 1, retryAtMs: 6_000 });
    timers.pop()?.task();
    await until('failed');
    expect(session.snapshot()).toMatchObject({ attempt: 2, retryAtMs: 11_000 });
    heal();
    timers.pop()?.task();
    await untilMedia();
  });

  test('too little to connect with is a failure like any other', () => {
    const bare = new DeviceSession({
      createConnection: () => createConnection({ ...world.options, sct: undefined }),
      expectedFingerprint: () => undefined,
      clock: { now: () => 0, after: () => () => undefined },
      isOnline: () => true,
    });
    bare.start();
    expect(bare.snapshot()).toMatchObject({ kind: 'failed', failure: { kind: 'tokenMissing' } });
  });

  test('leaving while it connects leaves nothing behind, and nothing comes of it later', async () => {
    session.start();
    session.leave();
    await world.settled();
    expect(session.snapshot()).toEqual({ kind: 'idle' });
    expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
  });
});
