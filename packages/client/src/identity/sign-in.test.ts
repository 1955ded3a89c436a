/** @module Who a connection is: by its certificate, else by a password once, else nobody. */
import { EdgeError, StatusError } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Credentials } from '../auth/password-login.ts';
import type { BrowserIdentity, OwnCertificate } from './browser-identity.ts';
import {
  arrive,
  DEVICE,
  FakeHome,
  FakeProfile,
  type FakeConnection,
  fingerprintOf,
  stubClone,
  YEAR_MS,
} from './identity-rig.fixture.ts';

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

describe('a browser that the device does not know', () => {
  test('with a password: logs in, and is remembered', async () => {
    const { signedIn, own } = await arrive(profile.tab(), home, {
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
    const again = await arrive(profile.tab(), home, { credentials: ANN });
    expect(again.signedIn).toMatchObject({ kind: 'signed-in', by: 'certificate', isRemembered: true });
    expect(home.attempts).toHaveLength(1);
    expect(profile.told).toEqual([]);
  });

  test('without a password: nobody, and a finding', async () => {
    const { signedIn } = await arrive(profile.tab(), home);
    expect([signedIn, profile.told]).toEqual([{ kind: 'unknown' }, [['unknown-to-device', undefined]]]);
    expect(home.requests).toEqual(['GET /iam/me']);
  });

  test('the finding names the device and what to do', async () => {
    const tab = profile.tab();
    const told: unknown[] = [];
    tab.on('unknown-to-device', (event) => told.push(event));
    await arrive(tab, home, { credentials: async () => undefined });
    expect(told).toEqual([{ device: DEVICE, advice: 'ask-for-invite' }]);
  });

  test('with a wrong password: the error of authenticate(), once', async () => {
    const wrong = { ...ANN, password: 'wrong' };
    await expect(arrive(profile.tab(), home, { credentials: wrong })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    expect([home.attempts, home.fingerprintsOf('ann')]).toEqual([[wrong], []]);
  });

  test('a password is asked for when it is needed, and not before', async () => {
    const ask = vi.fn<() => Promise<Credentials>>(async () => ANN);
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ask });
    await arrive(tab, home, { credentials: ask });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the role does not allow it', 403],
    ['the certificate is another user’s', 409],
    ['the user has too many', 500],
  ])('%s: signed in, not remembered, and said so', async (_what, status) => {
    home.instead.set('PUT', status);
    const { signedIn } = await arrive(profile.tab(), home, { credentials: ANN });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: false });
    expect(profile.told).toEqual([['not-remembered', undefined]]);
  });

  test('the open password is no user: pairing is left to the application, and makes the browser known', async () => {
    home.addUser('', 'open sesame');
    const tab = profile.tab();
    const credentials = { username: '', password: 'open sesame' };
    const { signedIn, own } = await arrive(tab, home, { credentials });
    expect([signedIn, home.attempts.length]).toEqual([{ kind: 'may-pair' }, 1]);
    home.addUser('new').fingerprints.push({ Fingerprint: own === undefined ? '' : fingerprintOf(own) });
    expect((await arrive(tab, home)).signedIn).toMatchObject({
      by: 'certificate',
      user: { Username: 'new' },
    });
  });
});

describe('an invite', () => {
  test('is used up: the browser is known, and the password is gone', async () => {
    const tab = profile.tab();
    const { signedIn } = await arrive(tab, home, { credentials: ANN, isInvite: true });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: true });
    expect(home.users.get('ann')?.password).toBeUndefined();
    expect((await arrive(tab, home)).signedIn).toMatchObject({ by: 'certificate' });
  });

  test('is not used up where no certificate is kept: nothing would be left to come back with', async () => {
    const tab = profile.tab({
      RTCPeerConnection: { generateCertificate: async () => Promise.reject(new Error('no')) },
    });
    const { signedIn } = await arrive(tab, home, { credentials: ANN, isInvite: true });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: false });
    expect([home.users.get('ann')?.password, home.fingerprintsOf('ann')]).toEqual([ANN.password, []]);
    expect(profile.told).toEqual([['unavailable', 'missing']]);
  });

  test('that was used up before: ask for a new one', async () => {
    await arrive(profile.tab(), home, { credentials: ANN, isInvite: true });
    const elsewhere = new FakeProfile();
    const { signedIn } = await arrive(elsewhere.tab(), home, { credentials: ANN, isInvite: true });
    expect([signedIn, elsewhere.told]).toEqual([{ kind: 'unknown' }, [['unknown-to-device', undefined]]]);
  });
});

describe('a browser that the device knows', () => {
  test('as somebody else than the password is for: the certificate wins, and no password is sent', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    home.addUser('bob', 'bobs password');
    const { signedIn } = await arrive(tab, home, {
      credentials: { username: 'bob', password: 'bobs password' },
    });
    expect(signedIn).toMatchObject({ by: 'certificate', user: { Username: 'ann' } });
    expect(home.attempts).toEqual([ANN]);
  });

  test('has its entry removed by the owner: the password where there is one', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    home.users.get('ann')?.fingerprints.splice(0);
    expect((await arrive(tab, home, { credentials: ANN })).signedIn).toMatchObject({
      by: 'password',
      isRemembered: true,
    });
  });

  test('has its storage wiped: the password, else the finding', async () => {
    await arrive(profile.tab(), home, { credentials: ANN, isInvite: true });
    const wiped = new FakeProfile();
    expect((await arrive(wiped.tab(), home)).signedIn).toEqual({ kind: 'unknown' });
    expect(wiped.told).toEqual([['unknown-to-device', undefined]]);
  });

  test('was logged in by the application: remembered, without a second login', async () => {
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

  test('the password comes first, also where the far end says that it knows the certificate', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    home.requests.length = 0;
    const { signedIn } = await arrive(tab, home, { credentials: ANN, ...unbound });
    expect(signedIn).toMatchObject({ kind: 'signed-in', by: 'password', user: { Username: 'ann' } });
    expect([home.attempts.length, home.requests]).toEqual([2, ['GET /iam/me']]);
  });

  test('a far end that does not know the password is not asked who this is', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    home.requests.length = 0;
    const wrong = { ...ANN, password: 'unknown to an impostor' };
    await expect(arrive(tab, home, { credentials: wrong, ...unbound })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    expect(home.requests).toEqual([]);
  });

  test('without a password the user is unconfirmed, and no certificate is renewed', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    profile.nowMs += YEAR_MS * 0.6;
    home.requests.length = 0;
    const { signedIn } = await arrive(tab, home, unbound);
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
    expect([home.requests, home.fingerprintsOf('ann').length]).toEqual([['GET /iam/me'], 1]);
  });

  test('a used invite of a browser that the device knows leaves the user unconfirmed', async () => {
    const tab = profile.tab();
    const invite = { credentials: ANN, isInvite: true };
    await arrive(tab, home, invite);
    const { signedIn } = await arrive(tab, home, { ...invite, ...unbound });
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
  });

  test('by a password that others may know the user is unconfirmed, and no certificate is added', async () => {
    const { signedIn } = await arrive(profile.tab(), home, {
      credentials: { ...ANN, binds: false },
      ...unbound,
    });
    expect(signedIn).toMatchObject({ kind: 'unconfirmed', user: { Username: 'ann' } });
    expect(home.fingerprintsOf('ann')).toEqual([]);
  });

  test('after a login another user is not believed', async () => {
    const tab = profile.tab();
    await arrive(tab, home, { credentials: ANN });
    home.addUser('bob', 'bobs password');
    const credentials = { username: 'bob', password: 'bobs password' };
    await expect(arrive(tab, home, { credentials, ...unbound })).rejects.toMatchObject({
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

test('without a kept certificate a login works and leaves no trace on the device', async () => {
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

test('a device that does not say who this is: the error, and no password is sent', async () => {
  home.instead.set('GET /iam/me', 500);
  await expect(arrive(profile.tab(), home, { credentials: ANN })).rejects.toBeInstanceOf(StatusError);
  home.instead.set('GET /iam/me', new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer'));
  await expect(arrive(profile.tab(), home, { credentials: ANN })).rejects.toMatchObject({
    code: 'ERR_REQUEST_TIMEOUT',
  });
  expect([home.attempts, profile.told]).toEqual([[], []]);
});

test('the certificate is in use until the connection ends', async () => {
  const { connection, own } = await arrive(profile.tab(), home, { credentials: ANN });
  expect(profile.locks.names).toEqual([`longwire-identity:in-use:${own && fingerprintOf(own)}`]);
  connection.end();
  await vi.waitFor(() => expect(profile.locks.names).toEqual([]));
});

describe('the ports of a session', () => {
  test('connect with the certificate and sign in, each time anew', async () => {
    const ports = profile.tab().forSession(DEVICE, { credentials: ANN });
    for (let time = 0; time < 2; time += 1) {
      const certificate = await ports.certificate();
      if (certificate === undefined) throw new Error('a certificate expected');
      await ports.login(home.connect({ device: DEVICE, certificate, isNew: false }));
    }
    expect([home.attempts.length, home.fingerprintsOf('ann').length]).toEqual([1, 1]);
  });

  test('send no password again that was refused, until there is another', async () => {
    let password = 'wrong';
    const tab = profile.tab();
    const ports = tab.forSession(DEVICE, { credentials: async () => ({ username: 'ann', password }) });
    await ports.certificate();
    await expect(ports.login(home.connect())).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    await ports.login(home.connect());
    await ports.login(home.connect());
    expect([home.attempts.length, profile.told.length]).toEqual([1, 2]);
    password = ANN.password;
    await ports.login(home.connect());
    expect(home.attempts).toHaveLength(2);
  });

  test('send a password again that could not be tried to the end', async () => {
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

  test('send no invite again that was used up', async () => {
    const other = new FakeProfile();
    await arrive(other.tab(), home, { credentials: ANN, isInvite: true });
    const ports = profile.tab().forSession(DEVICE, { credentials: ANN, isInvite: true });
    await ports.certificate();
    for (let time = 0; time < 3; time += 1) await ports.login(home.connect());
    expect(home.attempts).toHaveLength(2);
  });

  test('without a password and unknown: the session has nobody, and an event says so', async () => {
    const ports = profile.tab().forSession(DEVICE);
    await ports.certificate();
    await ports.login(home.connect());
    expect(profile.told).toEqual([['unknown-to-device', undefined]]);
  });
});
