import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { beforeEach, expect, test } from 'vitest';
import { createSession, type DeviceName } from '@longwire/client';
import type { DeviceLibrary } from '../devices/device-library.ts';
import { openLibrary } from '../devices/open-library.fixture.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import { isSameUser, DeviceSessions } from './device-sessions.ts';
import { quietNetwork, untilFound, withoutCertificates } from './session-rig.fixture.ts';

let world: FakeWorld;
let library: DeviceLibrary;
let sessions: DeviceSessions;
let opened: number;
let forgotten: DeviceName[];
let details: DeviceDetails;
const key = 'pr-fake/de-fake';

beforeEach(async () => {
  world = await createFakeWorld();
  world.prepare = ({ passwords }) => passwords.set('admin', 'the password');
  library = await openLibrary();
  opened = 0;
  forgotten = [];
  details = {
    productId: 'pr-fake',
    deviceId: 'de-fake',
    service: 'wss://service.example',
    sct: 'token',
    fingerprint: world.identity.fingerprint,
    username: 'admin',
    password: 'the password',
  };
  sessions = new DeviceSessions({
    library,
    createSession: ({ fingerprint }, { logIn }) => {
      opened += 1;
      return createSession({ ...world.options, fingerprint, network: quietNetwork, login: logIn });
    },
    identity: {
      ...withoutCertificates,
      forget: async (device) => {
        forgotten.push(device);
        return true;
      },
    },
    now: () => 0,
    isOnline: () => true,
    clock: world.clock,
    restorePush: async () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
});

test('a device added by a link connects when a screen shows it, once, however often a view mounts', async () => {
  sessions.take(details, { fromLink: true });
  expect(opened).toBe(0);
  const release = sessions.hold(key);
  release();
  sessions.hold(key);
  await world.settled();
  expect(opened).toBe(1);
});

test('the connection ends when no screen shows the device any more', async () => {
  sessions.take(details, { fromLink: true });
  const release = sessions.hold(key);
  await world.settled();
  release();
  await world.settled();
  expect(sessions.of(key).snapshot()).toEqual({ kind: 'idle' });
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
});

test('a link with another key than the proved one does not connect', async () => {
  sessions.take(details, { fromLink: true });
  await library.noteProof(key, { fingerprint: world.identity.fingerprint, isBound: true });
  sessions.take({ ...details, fingerprint: 'ab'.repeat(32) }, { fromLink: true });
  sessions.hold(key);
  await world.settled();
  expect(sessions.of(key).snapshot()).toMatchObject({ kind: 'stopped', reason: { kind: 'other-key' } });
  expect(opened).toBe(0);
});

test('a link for another user does not replace the stored user before the person agrees', async () => {
  sessions.take(details, { fromLink: true });
  let calls = 0;
  sessions.subscribe(() => (calls += 1));
  const mallory = { ...details, username: 'mallory', password: 'x', sct: 'other' };
  sessions.take(mallory, { fromLink: true });
  expect([sessions.offerOf(key), calls]).toEqual([mallory, 1]);
  expect(library.find('pr-fake', 'de-fake')).toMatchObject({ username: 'admin', sct: 'token' });
  sessions.answerOffer(key, { isAccepted: false });
  expect(sessions.offerOf(key)).toBeUndefined();
  expect(library.find('pr-fake', 'de-fake')).toMatchObject({ username: 'admin', sct: 'token' });
  sessions.take(mallory, { fromLink: true });
  sessions.answerOffer(key, { isAccepted: true });
  expect(library.find('pr-fake', 'de-fake')).toMatchObject({ username: 'mallory', sct: 'other' });
});

test('a link for another user asks the person also after a link with another key was stopped', async () => {
  sessions.take(details, { fromLink: true });
  await library.noteProof(key, { fingerprint: world.identity.fingerprint, isBound: true });
  sessions.take({ ...details, fingerprint: 'ab'.repeat(32) }, { fromLink: true });
  sessions.hold(key);
  expect(sessions.of(key).snapshot().kind).toBe('stopped');
  const bob = { ...details, username: 'bob', password: 'x' };
  sessions.take(bob, { fromLink: true });
  expect(sessions.of(key).snapshot().kind).toBe('connecting');
  expect(sessions.offerOf(key)).toEqual(bob);
  await world.settled();
  expect(opened).toBe(1);
});

test('a link for another user does not resume a session that was stopped because of the device’s key', () => {
  sessions.take(details, { fromLink: true });
  sessions.of(key).stop({ kind: 'mismatch', expected: 'the known key', shown: undefined });
  sessions.hold(key);
  sessions.take({ ...details, username: 'bob', password: 'x' }, { fromLink: true });
  expect(sessions.of(key).snapshot()).toMatchObject({ kind: 'stopped', reason: { kind: 'mismatch' } });
});

test('removing a device while a screen shows it leaves nothing behind', async () => {
  sessions.take(details, { fromLink: true });
  const release = sessions.hold(key);
  const session = sessions.of(key);
  await library.remove(key);
  await world.settled();
  expect(session.snapshot()).toEqual({ kind: 'idle' });
  expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
  release();
});

const NAME = { productId: 'pr-fake', deviceId: 'de-fake' };

test('removing a device deletes its certificates: the unnamed one and the last user’s', async () => {
  sessions.take(details, { fromLink: true });
  await library.noteUser(key, 'bob', 'account of bob');
  sessions.hold(key);
  const session = sessions.of(key);
  await sessions.forget(key);
  expect(session.snapshot()).toEqual({ kind: 'idle' });
  expect(forgotten).toEqual([NAME, { ...NAME, account: 'account of bob' }]);
});

test('a device removed in another tab keeps its certificates, because it may have been added again', async () => {
  sessions.take(details, { fromLink: true });
  sessions.hold(key);
  await library.remove(key);
  await sessions.forget(key);
  expect(forgotten).toEqual([]);
});

test('a link for a device that is shown restarts its session', async () => {
  sessions.take({ ...details, username: undefined, password: undefined }, { fromLink: true });
  sessions.hold(key);
  await world.settled();
  sessions.take(details, { fromLink: true });
  await world.settled();
  expect(opened).toBe(2);
});

test.each([
  ['has no login', {}, { username: 'ann' }, true],
  ['has a name without a password', { username: 'bob' }, { username: 'ann' }, true],
  ['has the open password', { username: '', password: 'x' }, { username: 'ann' }, true],
  ['names the current user', { username: 'ann', password: 'x' }, { username: 'ann' }, true],
  ['names another user', { username: 'bob', password: 'x' }, { username: 'ann' }, false],
  ['names a user while none is logged in', { username: 'bob', password: 'x' }, undefined, false],
])('whether a link for a connected device keeps its user is decided if it %s', (_, login, me, isKept) => {
  expect(isSameUser(login, me)).toBe(isKept);
});

test('the key from a link for a device that works is tried, and stored once the device has proved it', async () => {
  sessions.take({ ...details, fingerprint: undefined }, { fromLink: true });
  await library.noteSeen(key);
  sessions.take(details, { fromLink: true });
  expect(library.find('pr-fake', 'de-fake')?.fingerprint).toBeUndefined();
  sessions.hold(key);
  await untilFound(sessions.of(key), ({ kind }) => (kind === 'login' || kind === 'live' ? kind : undefined));
  const stored = library.find('pr-fake', 'de-fake');
  expect(stored).toMatchObject({ fingerprint: details.fingerprint, offered: undefined });
  expect(stored?.verifiedAtMs).toBeDefined();
});

test('a device without a given key is recognized by the key of the first connection', async () => {
  const withoutKey = { ...details, fingerprint: undefined, username: undefined, password: undefined };
  sessions.take(withoutKey, { fromLink: true });
  const release = sessions.hold(key);
  await untilFound(sessions.of(key), ({ kind }) => (kind === 'login' ? kind : undefined));
  sessions.of(key).skipLogin();
  expect(sessions.of(key).snapshot().kind).toBe('live');
  expect(library.find('pr-fake', 'de-fake')?.firstFingerprint).toBeUndefined();
  sessions.of(key).askLogin();
  await sessions.of(key).login({ username: 'admin', password: 'the password' });
  const stored = library.find('pr-fake', 'de-fake');
  expect(stored).toMatchObject({ fingerprint: undefined, firstFingerprint: details.fingerprint });
  sessions.take(withoutKey, { fromLink: true });
  expect(library.find('pr-fake', 'de-fake')?.firstFingerprint).toBe(details.fingerprint);
  release();
});

test.each(['before it is opened', 'while it is live'])(
  'a link with another key than that of the first connection does not connect, %s',
  async (when) => {
    sessions.take({ ...details, fingerprint: undefined }, { fromLink: true });
    await library.noteFirstKey(key, { fingerprint: 'ab'.repeat(32), isBound: true });
    await library.noteSeen(key);
    const isLive = when === 'while it is live';
    if (isLive) {
      sessions.hold(key);
      await world.settled();
    }
    const before = [library.snapshot(), opened];
    for (const link of [details, { ...details, username: 'mallory' }]) {
      sessions.take(link, { fromLink: true });
      sessions.hold(key);
      await world.settled();
      expect(sessions.of(key).snapshot()).toEqual({
        kind: 'stopped',
        reason: { kind: 'other-key', known: 'ab'.repeat(32), offered: details.fingerprint },
      });
    }
    expect(sessions.offerOf(key)).toBeUndefined();
    expect([library.snapshot(), opened]).toEqual(before);
  },
);

test('another key than that of the first connection stops the session', async () => {
  sessions.take({ ...details, fingerprint: undefined }, { fromLink: true });
  await library.noteFirstKey(key, { fingerprint: 'ab'.repeat(32), isBound: true });
  await library.noteSeen(key);
  sessions.hold(key);
  const reason = await untilFound(sessions.of(key), (state) =>
    state.kind === 'stopped' ? state.reason : undefined,
  );
  expect(reason).toEqual({ kind: 'other-than-first', expected: 'ab'.repeat(32), shown: details.fingerprint });
});
