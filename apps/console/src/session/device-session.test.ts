import { proveUnbound, type FakeDevice } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession, encodeCbor } from '../wire.ts';
import { DeviceSession } from './device-session.ts';
import {
  makeRig,
  quietNetwork,
  until,
  untilIt,
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

/** Begins as `admin`, by a link. */
async function enter(options?: RigOptions) {
  rig = await makeRig(options);
  rig.session.setCredentials(RIGHT, FROM_LINK);
  rig.session.start();
  return until(rig, 'live');
}

describe('straight to live', () => {
  test('the proof before anything else is asked', async () => {
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

  test('the steps follow what the try has done', async () => {
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

describe('who the device is', () => {
  test('another key: stopped, and neither login nor request is ever sent', async () => {
    const expected = 'ab'.repeat(32);
    rig = await makeRig({ expected: () => expected });
    rig.session.setCredentials(RIGHT, FROM_LINK);
    rig.session.start();
    const { reason } = await until(rig, 'stopped');
    await rig.world.settled();
    expect(reason).toEqual({ kind: 'mismatch', expected });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
    expect(rig.world.leftovers).toEqual(NOTHING_LEFT);
    expect(rig.notes).toEqual([]);
  });

  test('no key known: nothing is compared, and it says so', async () => {
    const { verification } = await enter({ expected: () => undefined });
    expect(verification).toBe('unknown');
    expect(asked()).not.toContain('POST /webrtc/challenge');
    expect(rig.notes).toEqual(['user admin']);
  });
});

describe('logging in', () => {
  test('a wrong password in the link asks for the right one, and then goes on', async () => {
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

  test('a wrong password that was typed is not said to be of a link', async () => {
    rig = await makeRig();
    rig.session.setCredentials(WRONG, { fromLink: false, isOther: false });
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ problem: { kind: 'wrong', fromLink: false } });
  });

  test('without a password the device is asked first who this is; the form comes where it knows nobody', async () => {
    rig = await makeRig();
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ problem: undefined, verification: 'bound' });
    rig.session.skipLogin();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'live', me: undefined });
  });

  test('the fifth wrong password says how long to wait', async () => {
    rig = await makeRig();
    rig.session.start();
    await until(rig, 'login');
    for (let count = 0; count < 5; count += 1) await rig.session.login(WRONG);
    expect(rig.session.snapshot()).toMatchObject({
      kind: 'login',
      problem: { kind: 'wait', untilMs: 11_000 },
    });
  });

  test('to become somebody else it connects by another certificate, which is kept once that login has worked', async () => {
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

  test('who leaves without having logged in as somebody else stays who it was', async () => {
    await enter();
    rig.session.changeUser();
    await until(rig, 'login');
    rig.session.leave();
    rig.session.start();
    await until(rig, 'login');
    expect(rig.accounts.at(-1)).toBe('kept');
  });
});

const answerMe = (statusCode: number, user?: { Username: string; Role: string }) =>
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

describe('somebody changes who this browser is while it looks', () => {
  beforeEach(async () => {
    await enter();
    rig.world.device.resources.on('GET /door', { statusCode: 403 });
  });

  test('another role: its name is there with the next refusal', async () => {
    answerMe(205, { Username: 'admin', Role: 'Guest' });
    await door();
    expect(live().me).toEqual({ username: 'admin', role: 'Guest' });
  });

  test('the user is removed: the login view, and its password is not sent again', async () => {
    answerMe(404);
    await door();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', problem: { kind: 'gone' } });
    rig.session.start();
    await until(rig, 'connecting');
    await until(rig, 'login');
    expect(asked()).toEqual(['POST /webrtc/challenge', 'GET /iam/me']);
  });

  test('the user is removed: who goes on without logging in is nobody', async () => {
    answerMe(404);
    await door();
    rig.session.skipLogin();
    expect(live().me).toBeUndefined();
  });

  test('after a failed login nobody is logged in although the device names that user, and the form asks again', async () => {
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
    await rig.session.lookAgain();
    expect(live()).toMatchObject({ me: undefined, isBound: true });
  });

  test('a track that is denied asks too; two at once ask no more than twice', async () => {
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
    'an answer that leaves the question open (%i) changes nothing',
    async (statusCode) => {
      answerMe(statusCode);
      await door();
      expect(live().me).toEqual({ username: 'admin', role: 'Administrator' });
    },
  );

  test('a request that succeeds asks nothing', async () => {
    const before = meAsked();
    rig.world.device.resources.on('GET /door', { statusCode: 205 });
    await door();
    expect(meAsked()).toBe(before);
  });

  test('looking again shows a role that allows more', async () => {
    answerMe(205, { Username: 'admin', Role: 'Standard' });
    await rig.session.lookAgain();
    expect(live().me?.role).toBe('Standard');
  });
});

test('who has gone on as nobody stays so, whatever is refused', async () => {
  rig = await makeRig();
  rig.session.start();
  await until(rig, 'login');
  rig.session.skipLogin();
  rig.world.device.resources.on('GET /door', { statusCode: 403 });
  await door();
  expect(live().me).toBeUndefined();
});

/** A device, or a man in the middle, that says it knows this browser. */
const claimAdmin = (device: FakeDevice): void => {
  proveUnbound(device);
  const payload = encodeCbor({ Username: 'admin', Role: 'Administrator' });
  device.resources.on('GET /iam/me', { statusCode: 205, contentFormat: 60, payload });
};

describe('an old device, whose proof names no certificates', () => {
  test('is verified and bound by a password login', async () => {
    const live = await enter({ prepare: proveUnbound });
    expect(live).toMatchObject({ verification: 'bound', isBound: true, me: { username: 'admin' } });
    expect(rig.notes).toEqual(['proved, unbound', 'user admin']);
  });

  test('has the password before it is asked who this is', async () => {
    await enter({ prepare: claimAdmin });
    const login = ['POST /p2p/pwd-auth/1', 'POST /p2p/pwd-auth/2'];
    expect(asked()).toEqual(['POST /webrtc/challenge', ...login, 'GET /iam/me']);
  });

  test('is asked nothing more, and logs in no user, where it does not know the password', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.setCredentials(WRONG, FROM_LINK);
    rig.session.start();
    expect(await until(rig, 'login')).toMatchObject({ verification: 'unbound', problem: { kind: 'wrong' } });
    expect(asked()).not.toContain('GET /iam/me');
    expect(rig.notes).toEqual(['proved, unbound']);
  });

  test('has no user without a password, whatever it says, until one is typed', async () => {
    rig = await makeRig({ prepare: claimAdmin });
    rig.session.start();
    const unconfirmed = { verification: 'unbound', me: undefined, isUnconfirmed: true, isBound: false };
    expect(await until(rig, 'live')).toMatchObject(unconfirmed);
    await rig.session.lookAgain();
    expect(rig.session.snapshot()).toMatchObject(unconfirmed);
    expect(rig.notes).toEqual(['proved, unbound']);
    rig.session.askLogin();
    expect(rig.session.snapshot()).toMatchObject({ kind: 'login', isBusy: false });
    await rig.session.login(RIGHT);
    const confirmed = { verification: 'bound', isUnconfirmed: false, isBound: true };
    expect(rig.session.snapshot()).toMatchObject({ ...confirmed, me: { username: 'admin' } });
  });

  test('is sent secrets only after the person has agreed, which holds until the session begins again', async () => {
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
    await rig.session.lookAgain();
    expect(rig.session.snapshot()).toMatchObject(unconfirmed);
    expect(rig.notes).toEqual(['proved, unbound']);
    const before = asked().length;
    rig.session.askLogin();
    await rig.session.login(RIGHT);
    expect(rig.session.snapshot()).toMatchObject({ isBound: true, me: { username: 'admin' } });
    expect(asked().slice(before)).toContain('POST /p2p/pwd-auth/2');
  });

  test('what waits for the next connection is not sent where nothing binds that one', async () => {
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
    await untilIt(rig.session, (state) =>
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

describe('when it ends', () => {
  test('the connection is lost: what is shown stays, it says so, and the next one asks nobody for the password', async () => {
    const { session } = await enter();
    const heal = rig.world.faults.deviceAway();
    rig.world.clientPeer.forceIceState('failed');
    const link = await untilIt(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'recovering' ? state.link : undefined,
    );
    expect(link).toMatchObject({ failure: { kind: 'lost' } });
    const waiting = await untilIt(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'recovering' && state.link.retryAtMs !== undefined
        ? state.link
        : undefined,
    );
    expect(waiting).toMatchObject({ failure: { kind: 'offline' }, attempt: 2 });
    heal();
    rig.session.tryNow();
    const again = await untilIt(rig.session, (state) =>
      state.kind === 'live' && state.link.kind === 'ready' ? state : undefined,
    );
    expect(again).toMatchObject({ me: { username: 'admin' } });
    expect(again.session).toBe(session);
    expect(rig.seen).toEqual(['connecting', 'live']);
  });

  test('a device that is offline is tried again by itself, until it is there', async () => {
    rig = await makeRig();
    const heal = rig.world.faults.deviceAway();
    rig.session.setCredentials(RIGHT, FROM_LINK);
    rig.session.start();
    const first = await until(rig, 'failed');
    expect(first).toMatchObject({ failure: { kind: 'offline' }, retryAtMs: expect.any(Number) });
    heal();
    rig.world.clock.advance(60_000);
    await until(rig, 'live');
    // While it is tried again, what has failed stays in view.
    expect(rig.seen).toEqual(['connecting', 'failed', 'live']);
  });

  test('too little to connect with is a failure like any other', async () => {
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

  test('leaving while it connects leaves nothing behind, and nothing comes of it later', async () => {
    rig = await makeRig();
    rig.session.start();
    rig.session.leave();
    await rig.world.settled();
    expect(rig.session.snapshot()).toEqual({ kind: 'idle' });
    expect(rig.world.leftovers).toEqual(NOTHING_LEFT);
  });

  test('a device that has once proved more is not let in with less', async () => {
    rig = await makeRig({ acceptUnbound: false, prepare: proveUnbound });
    rig.session.start();
    expect(await until(rig, 'failed')).toMatchObject({ failure: { kind: 'unproven' }, retryAtMs: undefined });
    expect(asked()).toEqual(['POST /webrtc/challenge']);
  });
});
