/** @module Signing a connection in: with its certificate, else with a password once, else not at all. */
import { EdgeError, StatusError } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Credentials } from '../auth/password-login.ts';
import type { BrowserIdentity, OwnCertificate } from './browser-identity.ts';
import {
  connectAndSignIn,
  DEVICE,
  FakeHome,
  FakeProfile,
  type FakeConnection,
  fingerprintOf,
  stubClone,
  YEAR_MS,
} from './identity-rig.fixture.ts';
import { sessionSignIn } from './session-sign-in.ts';

const ANN = { username: 'ann', password: 'correct horse' };

let profile: FakeProfile;
let home: FakeHome;
beforeEach(() => {
  stubClone();
  profile = new FakeProfile();
  home = new FakeHome();
  home.addUser('ann', ANN.password);
});
afterEach(() => vi.unstubAllGlobals());

describe('a browser that the device does not recognise', () => {
  test('logs in with a password and is remembered', async () => {
    const { signedIn, own } = await connectAndSignIn(profile.tab(), home, {
      credentials: ANN,
      fingerprintName: 'Firefox',
    });
    expect(signedIn).toMatchObject({
      kind: 'signed-in',
      by: 'password',
      isRemembered: true,
      user: { Username: 'ann' },
    });
    expect(home.users.get('ann')?.fingerprints).toEqual([
      { Fingerprint: own && fingerprintOf(own), Name: 'Firefox' },
    ]);
    const again = await connectAndSignIn(profile.tab(), home, { credentials: ANN });
    expect(again.signedIn).toMatchObject({ kind: 'signed-in', by: 'certificate', isRemembered: true });
    expect(home.attempts).toHaveLength(1);
    expect(profile.events).toEqual([]);
  });

  test('has no user without a password and emits an event', async () => {
    const { signedIn } = await connectAndSignIn(profile.tab(), home);
    expect([signedIn, profile.events]).toEqual([{ kind: 'unknown' }, [['unknown-to-device', undefined]]]);
    expect(home.requests).toEqual(['GET /iam/me']);
  });

  test('gets an event with the device and advice', async () => {
    const tab = profile.tab();
    const emitted: unknown[] = [];
    tab.on('unknown-to-device', (event) => emitted.push(event));
    await connectAndSignIn(tab, home, { credentials: async () => undefined });
    expect(emitted).toEqual([{ device: DEVICE, advice: 'ask-for-invite' }]);
  });

  test('rejects a wrong password with the error of authenticate() after one attempt', async () => {
    const wrong = { ...ANN, password: 'wrong' };
    await expect(connectAndSignIn(profile.tab(), home, { credentials: wrong })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    expect([home.attempts, home.fingerprintsOf('ann')]).toEqual([[wrong], []]);
  });

  test('asks for a password only when it is needed', async () => {
    const ask = vi.fn<() => Promise<Credentials>>(async () => ANN);
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ask });
    await connectAndSignIn(tab, home, { credentials: ask });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the role does not allow it', 403],
    ['the certificate is another user’s', 409],
    ['the user has too many', 500],
  ])('%s: signs in and reports that it is not remembered', async (_what, status) => {
    home.instead.set('PUT', status);
    const { signedIn } = await connectAndSignIn(profile.tab(), home, { credentials: ANN });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: false });
    expect(profile.events).toEqual([['not-remembered', undefined]]);
  });

  test('may pair after a login with the open password, and is recognised once the application has paired it', async () => {
    home.addUser('', 'open sesame');
    const tab = profile.tab();
    const credentials = { username: '', password: 'open sesame' };
    const { signedIn, own } = await connectAndSignIn(tab, home, { credentials });
    expect([signedIn, home.attempts.length]).toEqual([{ kind: 'may-pair' }, 1]);
    home.addUser('new').fingerprints.push({ Fingerprint: own === undefined ? '' : fingerprintOf(own) });
    expect((await connectAndSignIn(tab, home)).signedIn).toMatchObject({
      by: 'certificate',
      user: { Username: 'new' },
    });
  });
});

describe('an invite', () => {
  test('is used up: the device recognises the browser and deletes the password', async () => {
    const tab = profile.tab();
    const { signedIn } = await connectAndSignIn(tab, home, { credentials: ANN, isInvite: true });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: true });
    expect(home.users.get('ann')?.password).toBeUndefined();
    expect((await connectAndSignIn(tab, home)).signedIn).toMatchObject({ by: 'certificate' });
  });

  test('is not used up if no certificate can be stored', async () => {
    const tab = profile.tab({
      RTCPeerConnection: { generateCertificate: async () => Promise.reject(new Error('no')) },
    });
    const { signedIn } = await connectAndSignIn(tab, home, { credentials: ANN, isInvite: true });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: false });
    expect([home.users.get('ann')?.password, home.fingerprintsOf('ann')]).toEqual([ANN.password, []]);
    expect(profile.events).toEqual([['unavailable', 'missing']]);
  });

  test('that was already used up emits the advice to ask for a new one', async () => {
    await connectAndSignIn(profile.tab(), home, { credentials: ANN, isInvite: true });
    const elsewhere = new FakeProfile();
    const { signedIn } = await connectAndSignIn(elsewhere.tab(), home, { credentials: ANN, isInvite: true });
    expect([signedIn, elsewhere.events]).toEqual([{ kind: 'unknown' }, [['unknown-to-device', undefined]]]);
  });
});

describe('a browser that the device recognises', () => {
  test('signs in with its certificate even if the password is another user’s, and sends no password', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    home.addUser('bob', 'bobs password');
    const { signedIn } = await connectAndSignIn(tab, home, {
      credentials: { username: 'bob', password: 'bobs password' },
    });
    expect(signedIn).toMatchObject({ by: 'certificate', user: { Username: 'ann' } });
    expect(home.attempts).toEqual([ANN]);
  });

  test('needs the password again when the owner has removed its entry', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    home.users.get('ann')?.fingerprints.splice(0);
    expect((await connectAndSignIn(tab, home, { credentials: ANN })).signedIn).toMatchObject({
      by: 'password',
      isRemembered: true,
    });
  });

  test('needs the password again when its storage was cleared, and emits an event without one', async () => {
    await connectAndSignIn(profile.tab(), home, { credentials: ANN, isInvite: true });
    const wiped = new FakeProfile();
    expect((await connectAndSignIn(wiped.tab(), home)).signedIn).toEqual({ kind: 'unknown' });
    expect(wiped.events).toEqual([['unknown-to-device', undefined]]);
  });

  test('is remembered without a second login if the application has logged in', async () => {
    const tab = profile.tab();
    const own = await profile.own(tab);
    const connection = home.connect(own);
    await connection.authenticate(ANN);
    expect(await tab.signIn(connection, { own, credentials: ANN })).toMatchObject({
      by: 'login',
      isRemembered: true,
    });
    expect(await tab.signIn(home.connect(own), { own })).toMatchObject({ by: 'certificate' });
    expect(home.attempts).toHaveLength(1);
  });
});

describe('over a connection that nothing binds', () => {
  const unbound = { isBound: false };

  test('uses the password first even if the remote side claims to recognise the certificate', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    home.requests.length = 0;
    const { signedIn } = await connectAndSignIn(tab, home, { credentials: ANN, ...unbound });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', user: { Username: 'ann' } });
    expect([home.attempts.length, home.requests]).toEqual([2, ['GET /iam/me']]);
  });

  test('does not ask for the user if the remote side does not know the password', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    home.requests.length = 0;
    const wrong = { ...ANN, password: 'unknown to an impostor' };
    await expect(connectAndSignIn(tab, home, { credentials: wrong, ...unbound })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    expect(home.requests).toEqual([]);
  });

  test('without a password the user is unconfirmed and no certificate is renewed', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    profile.nowMs += YEAR_MS * 0.6;
    home.requests.length = 0;
    const { signedIn } = await connectAndSignIn(tab, home, unbound);
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
    expect([home.requests, home.fingerprintsOf('ann').length]).toEqual([['GET /iam/me'], 1]);
  });

  test('a used invite of a recognised browser leaves the user unconfirmed', async () => {
    const tab = profile.tab();
    const invite = { credentials: ANN, isInvite: true };
    await connectAndSignIn(tab, home, invite);
    const { signedIn } = await connectAndSignIn(tab, home, { ...invite, ...unbound });
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
  });

  test('after a login with a shared password the user is unconfirmed and no certificate is added', async () => {
    const { signedIn } = await connectAndSignIn(profile.tab(), home, {
      credentials: { ...ANN, binds: false },
      ...unbound,
    });
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
    expect(home.fingerprintsOf('ann')).toEqual([]);
  });

  test('rejects a user that differs from the login', async () => {
    const tab = profile.tab();
    await connectAndSignIn(tab, home, { credentials: ANN });
    home.addUser('bob', 'bobs password');
    const credentials = { username: 'bob', password: 'bobs password' };
    await expect(connectAndSignIn(tab, home, { credentials, ...unbound })).rejects.toMatchObject({
      code: 'ERR_OTHER_USER',
    });
  });
});

/** Logs in as ann, then fails for bob; a deployed device treats the connection as bob's from then on. */
async function failed(certified: 'ann' | undefined): Promise<{
  readonly connection: FakeConnection;
  readonly own: OwnCertificate | undefined;
  readonly tab: BrowserIdentity;
}> {
  const tab = profile.tab();
  const own = await tab.certificateFor(DEVICE);
  home.addUser('bob', 'his password');
  if (certified !== undefined && own !== undefined) {
    home.users.get(certified)?.fingerprints.push({ Fingerprint: fingerprintOf(own) });
  }
  const connection = home.connect(own);
  await connection.authenticate(ANN);
  await expect(connection.authenticate({ username: 'bob', password: 'wrong' })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  return { connection, own, tab };
}

describe('a connection over which another login has failed', () => {
  test('does not sign in as the user whom the device names, and adds no certificate to that user', async () => {
    const { connection, own, tab } = await failed(undefined);
    expect((await connection.iam.getMe()).Username).toBe('bob');
    expect(await tab.signIn(connection, { own })).toEqual({ kind: 'unknown' });
    expect(home.fingerprintsOf('bob')).toEqual([]);
  });

  test('signs in with the right password', async () => {
    const { connection, own, tab } = await failed(undefined);
    const signedIn = await tab.signIn(connection, { own, credentials: ANN });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', user: { Username: 'ann' } });
  });

  test('signs in with the certificate, which takes precedence over every login', async () => {
    const { connection, own, tab } = await failed('ann');
    const signedIn = await tab.signIn(connection, { own });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'certificate', user: { Username: 'ann' } });
  });
});

test('without a stored certificate a login works and leaves no trace on the device', async () => {
  const tab = profile.tab();
  const connection = home.connect();
  expect(await tab.signIn(connection, { own: undefined, credentials: ANN })).toMatchObject({
    by: 'password',
    isRemembered: false,
  });
  expect(await tab.signIn(connection, { own: undefined, credentials: ANN })).toMatchObject({
    by: 'login',
    isRemembered: false,
  });
  expect([home.fingerprintsOf('ann'), home.attempts.length]).toEqual([[], 1]);
});

test('rejects with the device’s error and sends no password if reading the user fails', async () => {
  home.instead.set('GET /iam/me', 500);
  await expect(connectAndSignIn(profile.tab(), home, { credentials: ANN })).rejects.toBeInstanceOf(
    StatusError,
  );
  home.instead.set('GET /iam/me', new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer'));
  await expect(connectAndSignIn(profile.tab(), home, { credentials: ANN })).rejects.toMatchObject({
    code: 'ERR_REQUEST_TIMEOUT',
  });
  expect([home.attempts, profile.events]).toEqual([[], []]);
});

test('the certificate is marked as in use until the connection closes', async () => {
  const { connection, own } = await connectAndSignIn(profile.tab(), home, { credentials: ANN });
  expect(profile.locks.names).toEqual([`longwire-identity:in-use:${own && fingerprintOf(own)}`]);
  connection.end();
  await vi.waitFor(() => expect(profile.locks.names).toEqual([]));
});

describe('session options from an identity', () => {
  test('connect with the certificate and sign in at each connection', async () => {
    const ports = profile.tab().forSession(DEVICE, { credentials: ANN });
    for (let time = 0; time < 2; time += 1) {
      const certificate = await ports.certificate();
      if (certificate === undefined) throw new Error('a certificate expected');
      await ports.login(home.connect({ device: DEVICE, certificate, isNew: false }));
    }
    expect([home.attempts.length, home.fingerprintsOf('ann').length]).toEqual([1, 1]);
  });

  test('sign in with the certificate of the newest attempt, whatever an abandoned one finds later', async () => {
    const tab = profile.tab();
    const slow = Promise.withResolvers<OwnCertificate | undefined>();
    const found = [slow.promise, tab.certificateFor(DEVICE)];
    const identity = { ...tab, certificateFor: async () => found.shift() };
    const ports = sessionSignIn(identity, DEVICE, { credentials: ANN, isInvite: true });
    const abandoned = ports.certificate();
    const certificate = await ports.certificate();
    slow.resolve(undefined);
    await abandoned;
    if (certificate === undefined) throw new Error('a certificate expected');
    await ports.login(home.connect({ device: DEVICE, certificate, isNew: true }));
    expect(home.fingerprintsOf('ann')).toHaveLength(1);
  });

  test('do not repeat a refused password until there is another', async () => {
    let password = 'wrong';
    const tab = profile.tab();
    const ports = tab.forSession(DEVICE, { credentials: async () => ({ username: 'ann', password }) });
    await ports.certificate();
    await expect(ports.login(home.connect())).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    await ports.login(home.connect());
    await ports.login(home.connect());
    expect([home.attempts.length, profile.events.length]).toEqual([1, 2]);
    password = ANN.password;
    await ports.login(home.connect());
    expect(home.attempts).toHaveLength(2);
  });

  test('repeat a password whose login did not finish', async () => {
    const ports = profile.tab().forSession(DEVICE, { credentials: ANN });
    await ports.certificate();
    const lost = {
      ...home.connect(),
      authenticate: async () => Promise.reject(new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer')),
    };
    await expect(ports.login(lost)).rejects.toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
    await ports.login(home.connect());
    expect(home.attempts).toEqual([ANN]);
  });

  test('do not repeat an invite that was used up', async () => {
    const other = new FakeProfile();
    await connectAndSignIn(other.tab(), home, { credentials: ANN, isInvite: true });
    const ports = profile.tab().forSession(DEVICE, { credentials: ANN, isInvite: true });
    await ports.certificate();
    for (let time = 0; time < 3; time += 1) await ports.login(home.connect());
    expect(home.attempts).toHaveLength(2);
  });

  test('leave an unrecognised browser without a user and emit an event', async () => {
    const ports = profile.tab().forSession(DEVICE);
    await ports.certificate();
    await ports.login(home.connect());
    expect(profile.events).toEqual([['unknown-to-device', undefined]]);
  });
});
