import { proveUnbound, type FakeDevice } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '@longwire/client';
import { encodeCbor } from '@longwire/protocol/cbor';
import { DeviceSession } from './device-session.ts';
import {
  makeRig,
  quietNetwork,
  until,
  untilFound,
  withoutCertificates,
  type RigOptions,
  type SessionRig,
} from './session-rig.fixture.ts';

const NOTHING_LEFT = { sockets: 0, peers: 0, timers: 0, listeners: 0 };
const FROM_LINK = { fromLink: true, isOther: false };
const RIGHT = { username: 'admin', password: 'right password' };
const WRONG = { username: 'admin', password: 'wrong password' };

let rig: SessionRig;

const asked = () => rig.world.device.resources.requests.map(({ method, path }) => `${method} ${path}`);

/** Starts as `admin`, by a link. */
async function enter(options?: RigOptions) {
  rig = await makeRig(options);
  rig.session.setCredentials(RIGHT, FROM_LINK);
  rig.session.start();
  return until(rig, 'live');
}

describe('a device session that connects without interruption', () => {
  test('proves the device before it sends anything else', async () => {
    const live = await enter();
    expect(rig.seen).toEqual(['connecting', 'live']);
    expect(live).toMatchObject({
      verification: 'bound',
      me: { username: 'admin', role: 'Administrator' },
      link: { kind: 'ready' },
    });
    expect(asked()).toEqual([
      'POST /webrtc/challenge',
      'GET /iam/me',
      'POST /p2p/pwd-auth/1',
      'POST /p2p/pwd-auth/2',
      'GET /iam/me',
    ]);
    expect(rig.notes).toEqual(['proved, bound', 'user admin']);
    expect(rig.accounts).toEqual(['kept']);
  });

  test('reports the steps of the connect in order', async () => {
    rig = await makeRig();
    expect(rig.session.step).toBe('finding');
    rig.session.setCredentials(RIGHT, FROM_LINK);
    rig.session.start();
    const steps: string[] = [];
    const off = rig.session.subscribe(() => steps.push(rig.session.step));
    await until(rig, 'live');
    off();
    expect(rig.session.step).toBe('checking');
  });
});

describe('the identity of the device', () => {
  test('another key than the expected one stops the session before any login or request is sent', async () => {
    const expected = 'ab'.repeat(32);
    rig = await makeRig({ expected: () => expected });
    rig.session.setCredentials(RIGHT, FROM_LINK);
    rig.session.start();
    const { reason } = await until(rig, 'stopped');
    await rig.world.settled();
    expect(reason).toEqual({ kind: 'mismatch', expected, shown: rig.world.identity.fingerprint });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
    expect(rig.world.leftovers).toEqual(NOTHING_LEFT);
    expect(rig.notes).toEqual([]);
  });

  test('nothing is compared without a stored key, and the session reports that', async () => {
    const { verification } = await enter({ expected: () => undefined });
    expect(verification).toBe('unknown');
    expect(asked()).not.toContain('POST /webrtc/challenge');
    expect(rig.notes).toEqual(['user admin']);
  });
});

describe('logging in', () => {
  test('asks for the right password after a wrong one in the link, and then continues', async () => {
    rig = await makeRig();
    rig.session.setCredentials(WRONG, FROM_LINK);
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({
      problem: { kind: 'wrong', fromLink: true },
      givenName: WRONG.username,
      isBusy: false,
    });
    await rig.session.login(RIGHT);
    expect(rig.session.snapshot()).toMatchObject({
      kind: 'live',
      me: { username: 'admin', role: 'Administrator' },
    });
  });

  test('does not blame the link for a wrong password that was typed', async () => {
    rig = await makeRig();
    rig.session.setCredentials(WRONG, { fromLink: false, isOther: false });
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ problem: { kind: 'wrong', fromLink: false } });
  });

  test('asks the device for the user first if there is no password, and shows the form if it recognizes none', async () => {
    rig = await makeRig();
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ problem: undefined, verification: 'bound' });
    rig.session.skipLogin();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'live', me: undefined });
  });

  test('asks to wait after the fifth wrong password', async () => {
    rig = await makeRig();
    rig.session.start();
    await until(rig, 'login');
    for (let count = 0; count < 5; count += 1) await rig.session.login(WRONG);
    expect(rig.session.snapshot()).toMatchObject({
      kind: 'login',
      problem: { kind: 'wait', untilMs: 11_000 },
    });
  });

  test('connects with another certificate to change the user, and keeps it once that login has worked', async () => {
    await enter();
    rig.session.changeUser();
    await until(rig, 'login');
    const [first, other] = rig.accounts;
    expect(first).toBe('kept');
    expect(other).not.toBe('kept');
    expect(rig.notes).not.toContain('user admin new');
    await rig.session.login(RIGHT);
    expect(rig.notes).toContain('user admin new');
  });

  test('keeps the earlier user if the person leaves before the other login', async () => {
    await enter();
    rig.session.changeUser();
    await until(rig, 'login');
    rig.session.leave();
    rig.session.start();
    await until(rig, 'login');
    expect(rig.accounts.at(-1)).toBe('kept');
  });
});

const answerMe = (statusCode: number, user?: { Username: string; [key: string]: string | number }) =>
  rig.world.device.resources.on('GET /iam/me', {
    statusCode,
    ...(user === undefined ? {} : { contentFormat: 60, payload: encodeCbor(user) }),
  });
const meAsked = () => asked().filter((path) => path === 'GET /iam/me').length;
const live = () => {
  const state = rig.session.snapshot();
  if (state.kind !== 'live') throw new Error(`live expected, got ${state.kind}`);
  return state;
};
const door = async () => {
  await live().session.request('GET', '/door');
  await rig.world.settled();
};

describe('the user changes on the device while the session is open', () => {
  beforeEach(async () => {
    await enter();
    rig.world.device.resources.on('GET /door', { statusCode: 403 });
  });

  test('the name of a new role is shown after the next refusal', async () => {
    answerMe(205, { Username: 'admin', Role: 'Guest' });
    await door();
    expect(live().me).toEqual({ username: 'admin', role: 'Guest' });
  });

  test('the end of access is known after the next refusal, and the role again after an extension', async () => {
    const end = { AccessEndsAt: 1_800_000_000, AccessEndsIn: 0 };
    answerMe(205, { Username: 'admin', ...end });
    await door();
    const accessEnd = { atMs: 1_800_000_000_000, leftMs: 0 };
    expect(live().me).toEqual({ username: 'admin', role: undefined, accessEnd });
    answerMe(205, { Username: 'admin', Role: 'Guest', ...end, AccessEndsIn: 60 });
    await rig.session.refreshUser();
    const extended = { ...accessEnd, leftMs: 60_000 };
    expect(live().me).toEqual({ username: 'admin', role: 'Guest', accessEnd: extended });
    answerMe(205, { Username: 'admin', Role: 'Guest', AccessEndsAt: 1_900_000_000, AccessEndsIn: 90 });
    await rig.session.refreshUser();
    expect(live().me?.accessEnd).toEqual({ atMs: 1_900_000_000_000, leftMs: 90_000 });
  });

  test('a removed user gets the login form, and the password is not sent again', async () => {
    answerMe(404);
    await door();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'gone' } });
    rig.session.start();
    await until(rig, 'connecting');
    await until(rig, 'login');
    expect(asked()).toEqual(['POST /webrtc/challenge', 'GET /iam/me']);
  });

  test('a removed user who continues without logging in has no user', async () => {
    answerMe(404);
    await door();
    rig.session.skipLogin();
    expect(live().me).toBeUndefined();
  });

  test('a failed login leaves no user although the device names that user, and the form asks again', async () => {
    const bob = { username: 'bob', password: 'wrong password' };
    answerMe(404);
    await door();
    await rig.session.login(bob);
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'wrong' } });
    // As deployed devices do: round 1 has made the connection bob's.
    answerMe(205, { Username: 'bob', Role: 'Administrator' });
    await rig.session.login(bob);
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'wrong' } });
    rig.session.skipLogin();
    await rig.session.refreshUser();
    expect(live()).toMatchObject({ me: undefined, isBound: true });
  });

  test('a denied track checks the user too, and two at the same time check at most twice', async () => {
    answerMe(404);
    const before = meAsked();
    rig.world.device.tracks = [
      { mid: '8', trackId: 'frontdoor-video', error: 'ACCESS_DENIED' },
      { mid: '9', trackId: 'frontdoor-audio', error: 'ACCESS_DENIED' },
    ];
    await rig.world.device.offer();
    await until(rig, 'login');
    expect(meAsked() - before).toBeLessThanOrEqual(2);
  });

  test.each([403, 500])(
    'an answer without a statement about the user (%i) changes nothing',
    async (statusCode) => {
      answerMe(statusCode);
      await door();
      expect(live().me).toEqual({ username: 'admin', role: 'Administrator' });
    },
  );

  test('a successful request does not check the user', async () => {
    const before = meAsked();
    rig.world.device.resources.on('GET /door', { statusCode: 205 });
    await door();
    expect(meAsked()).toBe(before);
  });

  test('checking again on request shows a role that allows more', async () => {
    answerMe(205, { Username: 'admin', Role: 'Standard' });
    await rig.session.refreshUser();
    expect(live().me?.role).toBe('Standard');
  });
});

test('a person who continued without logging in stays without a user after any refusal', async () => {
  rig = await makeRig();
  rig.session.start();
  await until(rig, 'login');
  rig.session.skipLogin();
  rig.world.device.resources.on('GET /door', { statusCode: 403 });
  await door();
  expect(live().me).toBeUndefined();
});

/** A device, or a man in the middle, that claims to recognize this browser. */
const claimAdmin = (device: FakeDevice): void => {
  proveUnbound(device);
  const payload = encodeCbor({ Username: 'admin', Role: 'Administrator' });
  device.resources.on('GET /iam/me', { statusCode: 205, contentFormat: 60, payload });
};

describe('an old device, whose proof does not cover the certificates', () => {
  test('is verified, and bound by a password login', async () => {
    const live = await enter({ prepare: proveUnbound });
    expect(live).toMatchObject({ verification: 'bound', isBound: true, me: { username: 'admin' } });
    expect(rig.notes).toEqual(['proved, unbound', 'user admin']);
  });

  test('gets the password before it is asked for the user', async () => {
    await enter({ prepare: claimAdmin });
    const login = ['POST /p2p/pwd-auth/1', 'POST /p2p/pwd-auth/2'];
    expect(asked()).toEqual(['POST /webrtc/challenge', ...login, 'GET /iam/me']);
  });

  test('is asked nothing more, and has no user, if it does not know the password', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.setCredentials(WRONG, FROM_LINK);
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ verification: 'unbound', problem: { kind: 'wrong' } });
    expect(asked()).not.toContain('GET /iam/me');
    expect(rig.notes).toEqual(['proved, unbound']);
  });

  test('has no user without a password, whatever it claims, until one is typed', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.start();
    const unconfirmed = { verification: 'unbound', me: undefined, isUnconfirmed: true, isBound: false };
    expect(await until(rig, 'live')).toMatchObject(unconfirmed);
    await rig.session.refreshUser();
    expect(rig.session.snapshot()).toMatchObject(unconfirmed);
    expect(rig.notes).toEqual(['proved, unbound']);
    rig.session.askLogin();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', isBusy: false });
    await rig.session.login(RIGHT);
    const confirmed = { verification: 'bound', isUnconfirmed: false, isBound: true };
    expect(rig.session.snapshot()).toMatchObject({ ...confirmed, me: { username: 'admin' } });
  });

  test('gets secrets only after the person has agreed, which holds until the session starts again', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.start();
    expect(await until(rig, 'live')).toMatchObject({ isBound: false, hasAgreed: false });
    rig.session.agree();
    expect(rig.session.snapshot()).toMatchObject({ hasAgreed: true });
    rig.session.start();
    expect(await until(rig, 'live')).toMatchObject({ hasAgreed: false });
  });

  test('is not bound by the password of a link that came later than the device', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.setCredentials(RIGHT, { ...FROM_LINK, isOfLaterLink: true });
    rig.session.start();
    const unconfirmed = { me: undefined, isUnconfirmed: true, isBound: false };
    expect(await until(rig, 'live')).toMatchObject({ ...unconfirmed, verification: 'unbound' });
    await rig.session.refreshUser();
    expect(rig.session.snapshot()).toMatchObject(unconfirmed);
    expect(rig.notes).toEqual(['proved, unbound']);
    const before = asked().length;
    rig.session.askLogin();
    await rig.session.login(RIGHT);
    expect(rig.session.snapshot()).toMatchObject({ isBound: true, me: { username: 'admin' } });
    expect(asked().slice(before)).toContain('POST /p2p/pwd-auth/2');
  });

  test('does not get pending requests if the next connection is unbound', async () => {
    let { password } = RIGHT;
    const path = '/iam/users/admin/password';
    const { session } = await enter({
      prepare: (device) => {
        proveUnbound(device);
        device.passwords.set('admin', password);
        device.resources.on(`PUT ${path}`, { statusCode: 204 });
      },
    });
    password = 'one that an impostor does not know';
    const heal = rig.world.faults.deviceAway();
    rig.world.clientPeer.forceIceState('failed');
    await untilFound(rig.session, (state) =>
      state.kind === 'live' && state.link.kind !== 'ready' ? true : undefined,
    );
    const sent = session.request('PUT', path).catch((error: unknown) => error);
    heal();
    rig.session.tryNow();
    expect(await until(rig, 'login')).toMatchObject({ verification: 'unbound' });
    await rig.world.settled();
    expect(asked()).not.toContain(`PUT ${path}`);
    expect(await sent).toMatchObject({ code: 'ERR_SESSION_ENDED' });
  });

  test('is not bound by the open password of a later link, neither before a name is chosen nor after', async () => {
    rig = await makeRig({
      prepare: (device) => {
        proveUnbound(device);
        device.passwords.set('', 'open password');
        device.resources.on('GET /iam/me', { statusCode: 404 });
      },
    });
    const open = { username: '', password: 'open password' };
    rig.session.setCredentials(open, { ...FROM_LINK, isOfLaterLink: true });
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ asks: 'name', verification: 'unbound' });
    rig.session.skipLogin();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'live', isBound: false, verification: 'unbound' });
  });
});

describe('the end of a connection', () => {
  test('keeps the screen and reports the loss, and the next connection does not ask for the password again', async () => {
    const { session } = await enter();
    const heal = rig.world.faults.deviceAway();
    rig.world.clientPeer.forceIceState('failed');
    const link = await untilFound(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'recovering' ? state.link : undefined,
    );
    expect(link).toMatchObject({ failure: { kind: 'lost' } });
    const waiting = await untilFound(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'recovering' && state.link.retryAtMs !== undefined
        ? state.link
        : undefined,
    );
    expect(waiting).toMatchObject({ failure: { kind: 'offline' }, attempt: 2 });
    heal();
    rig.session.tryNow();
    const again = await untilFound(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'ready' ? state : undefined,
    );
    expect(again).toMatchObject({ me: { username: 'admin' } });
    expect(again.session).toBe(session);
    expect(rig.seen).toEqual(['connecting', 'live']);
  });

  test('a device that is offline is retried automatically until it comes online', async () => {
    rig = await makeRig();
    const heal = rig.world.faults.deviceAway();
    rig.session.setCredentials(RIGHT, FROM_LINK);
    rig.session.start();
    const first = await until(rig, 'failed');
    expect(first).toMatchObject({ failure: { kind: 'offline' }, retryAtMs: expect.any(Number) });
    heal();
    rig.world.clock.advance(60_000);
    await until(rig, 'live');
    // During retries, the failure stays visible.
    expect(rig.seen).toEqual(['connecting', 'failed', 'live']);
  });

  test('missing connection details are reported like any other failure', async () => {
    rig = await makeRig();
    const bare = new DeviceSession({
      createSession: () => createSession({ ...rig.world.options, sct: undefined, network: quietNetwork }),
      identity: withoutCertificates,
      deviceName: () => ({ productId: 'pr-fake', deviceId: 'de-fake' }),
      expectedFingerprint: () => undefined,
      now: () => 0,
      isOnline: () => true,
    });
    bare.start();
    expect(bare.snapshot()).toMatchObject({ kind: 'failed', failure: { kind: 'tokenMissing' } });
  });

  test('leaving during a connect leaves nothing behind and has no later effect', async () => {
    rig = await makeRig();
    rig.session.start();
    rig.session.leave();
    await rig.world.settled();
    expect(rig.session.snapshot()).toEqual({ kind: 'idle' });
    expect(rig.world.leftovers).toEqual(NOTHING_LEFT);
  });

  test('a device that has once given a bound proof is refused with a weaker one', async () => {
    rig = await makeRig({ acceptUnbound: false, prepare: proveUnbound });
    rig.session.start();
    expect(await until(rig, 'failed')).toMatchObject({ failure: { kind: 'unproven' }, retryAtMs: undefined });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
  });
});
