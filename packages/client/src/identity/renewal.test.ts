/** @module A certificate is renewed in time, and the old one is removed when no tab uses it. */
import { EdgeError } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnCertificate } from './browser-identity.ts';
import type { LockSource } from './identity-locks.ts';
import {
  connectAndSignIn,
  CloneableCertificate,
  DEVICE,
  FakeHome,
  FakeProfile,
  fingerprintOf,
  stubClone,
  YEAR_MS,
} from './identity-rig.fixture.ts';

const ANN = { username: 'ann', password: 'correct horse' };
const LATER_MS = 600_000;

const refuse = async (): Promise<never> => {
  throw new DOMException('', 'SecurityError');
};

let profile: FakeProfile;
let home: FakeHome;

/** A browser that the device has recognised for half a year. */
beforeEach(async () => {
  stubClone();
  profile = new FakeProfile();
  home = new FakeHome();
  home.addUser('ann', ANN.password);
  const { connection } = await connectAndSignIn(profile.tab(), home, {
    credentials: ANN,
    fingerprintName: 'Kitchen',
  });
  connection.end();
  home.requests.length = 0;
  profile.nowMs += YEAR_MS / 2;
});
afterEach(() => vi.unstubAllGlobals());

const names = (): string[] => home.fingerprintsOf('ann');
const current = async (): Promise<string> => fingerprintOf(await profile.own(profile.tab()));

describe('renewal', () => {
  test('does not happen in the first half of the lifetime', async () => {
    profile.nowMs -= 1;
    await connectAndSignIn(profile.tab(), home);
    expect(home.requests).toEqual(['GET /iam/me']);
  });

  test('adds the new certificate under the old one’s name, reads it back, and only then changes over', async () => {
    const [old] = home.fingerprintsOf('ann');
    const tab = profile.tab();
    const renewed: unknown[] = [];
    tab.on('renewed', (event) => renewed.push(event));
    const { signedIn } = await connectAndSignIn(tab, home);
    expect(signedIn).toMatchObject({ by: 'certificate', isRemembered: true });
    const fresh = await current();
    expect(home.requests).toEqual(['GET /iam/me', `PUT /iam/users/ann/fingerprints/${fresh}`, 'GET /iam/me']);
    expect(home.users.get('ann')?.fingerprints).toEqual([
      { Fingerprint: old, Name: 'Kitchen' },
      { Fingerprint: fresh, Name: 'Kitchen' },
    ]);
    expect(renewed).toEqual([{ device: DEVICE, fingerprint: fresh, expiresMs: profile.nowMs + YEAR_MS }]);
    expect((await connectAndSignIn(profile.tab(), home)).signedIn).toMatchObject({ by: 'certificate' });
    expect(renewed).toHaveLength(1);
  });

  test('keeps the old certificate when the answer is lost and finishes with the same new one over the next connection', async () => {
    const old = await current();
    home.instead.set('PUT', new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer'));
    await connectAndSignIn(profile.tab(), home);
    expect([await current(), profile.events]).toEqual([old, [['renewal-refused', undefined]]]);
    home.instead.clear();
    await connectAndSignIn(profile.tab(), home);
    expect([profile.made, (await current()) === old]).toEqual([2, false]);
  });

  test('accepts a new certificate that the device stored although its answer was lost', async () => {
    const old = await current();
    const ann = home.users.get('ann');
    const tab = profile.tab();
    const own = await profile.own(tab);
    const connection = home.connect(own);
    const addFingerprint: typeof connection.iam.addFingerprint = async (username, fingerprint, options) => {
      await connection.iam.addFingerprint(username, fingerprint, options);
      throw new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer');
    };
    await tab.signIn({ ...connection, iam: { ...connection.iam, addFingerprint } }, { own });
    expect([ann?.fingerprints.length, await current()]).toEqual([2, old]);
    await connectAndSignIn(profile.tab(), home);
    expect([ann?.fingerprints.length, home.fingerprintsOf('ann').at(-1)]).toEqual([2, await current()]);
  });

  test('keeps the old certificate if the device confirms the new one but does not list it', async () => {
    const old = await current();
    home.instead.set('PUT', 204);
    await connectAndSignIn(profile.tab(), home);
    expect([await current(), profile.events]).toEqual([old, [['renewal-refused', undefined]]]);
  });

  test('ignores a certificate listed only in upper case, which devices never match', async () => {
    const old = await current();
    home.instead.set('PUT', new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer'));
    await connectAndSignIn(profile.tab(), home);
    const waiting = home.requests.at(-1)?.split('/').at(-1) ?? '';
    home.users.get('ann')?.fingerprints.push({ Fingerprint: waiting.toUpperCase() });
    home.instead.set('PUT', 409);
    await connectAndSignIn(profile.tab(), home);
    expect([waiting.length, await current()]).toEqual([64, old]);
  });

  test('reports each refusal of a role that may not add certificates and keeps the old one', async () => {
    const tab = profile.tab();
    const refused: unknown[] = [];
    tab.on('renewal-refused', (event) => refused.push(event));
    const expiresMs = profile.nowMs + YEAR_MS / 2;
    home.instead.set('PUT', 403);
    expect((await connectAndSignIn(tab, home)).signedIn).toMatchObject({
      by: 'certificate',
      isRemembered: true,
    });
    expect(refused).toMatchObject([{ device: DEVICE, expiresMs, error: { statusCode: 403 } }]);
    profile.nowMs += YEAR_MS / 2;
    expect((await connectAndSignIn(tab, home)).signedIn).toEqual({ kind: 'unknown' });
  });

  test('uses the pending certificate when the old one has expired, since the device may have stored it', async () => {
    home.instead.set('PUT', new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer'));
    await connectAndSignIn(profile.tab(), home);
    home.instead.clear();
    profile.nowMs += YEAR_MS / 2;
    const waiting = await profile.own(profile.tab());
    expect([profile.made, waiting.isNew]).toEqual([2, false]);
    expect(profile.events.at(-1)).toEqual(['unavailable', 'expired']);
  });

  test('replaces a pending certificate that has expired', async () => {
    const { certificate } = await profile.own(profile.tab());
    const stale = new CloneableCertificate(profile.nowMs + 1000);
    await profile.overwrite({
      version: 1,
      current: { certificate, createdMs: 1 },
      next: { certificate: stale, createdMs: 1 },
    });
    await connectAndSignIn(profile.tab(), home);
    expect(profile.events).toEqual([['renewed', undefined]]);
    expect([profile.made, home.fingerprintsOf('ann').includes(stale.fingerprint)]).toEqual([2, false]);
  });

  test.each([
    ['with locks', {}],
    ['without locks', { locks: null }],
    ['where locks are refused', { locks: { request: refuse } }],
  ])('two tabs that renew at the same time, %s, add only one certificate', async (_how, options) => {
    const tabs = [profile.tab(options), profile.tab(options)];
    await Promise.all(tabs.map(async (tab) => connectAndSignIn(tab, home)));
    expect(profile.events).toEqual([['renewed', undefined]]);
    expect(home.fingerprintsOf('ann')).toHaveLength(2);
    expect(home.fingerprintsOf('ann')).toContain(await current());
  });

  test('runs in only one of two tabs that have locks', async () => {
    await Promise.all([connectAndSignIn(profile.tab(), home), connectAndSignIn(profile.tab(), home)]);
    expect(home.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  test('is not repeated by a tab that gets the lock after another has renewed', async () => {
    const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const request: LockSource['request'] = async (name: string, ...rest: readonly unknown[]) => {
      if (!name.includes('renewal')) return undefined;
      asked.resolve();
      await free.promise;
      const { request: whenFree } = profile.locks.source;
      return await Reflect.apply(whenFree, undefined, [name, ...rest]);
    };
    const late = connectAndSignIn(profile.tab({ locks: { request } }), home);
    await asked.promise;
    await connectAndSignIn(profile.tab(), home);
    free.resolve();
    await late;
    expect(profile.events).toEqual([['renewed', undefined]]);
    expect(home.fingerprintsOf('ann')).toHaveLength(2);
  });

  test('does not run again on a connection made before the change-over', async () => {
    const tab = profile.tab();
    const own = await profile.own(tab);
    await connectAndSignIn(profile.tab(), home);
    profile.nowMs += YEAR_MS / 2;
    home.requests.length = 0;
    expect(await tab.signIn(home.connect(own), { own })).toMatchObject({ by: 'certificate' });
    expect(home.requests).toEqual(['GET /iam/me']);
  });

  test.each([0, 1, 2, 3])(
    'fails without affecting the connection when the store fails after %i changes',
    async (changes) => {
      const tab = profile.tab();
      const own = await profile.own(tab);
      const open = profile.indexedDB.open.bind(profile.indexedDB);
      const opened = vi.spyOn(profile.indexedDB, 'open').mockImplementation((...args) => {
        if (opened.mock.calls.length > changes) throw new DOMException('', 'UnknownError');
        return open(...args);
      });
      expect(await tab.signIn(home.connect(own), { own })).toMatchObject({ by: 'certificate' });
      expect(profile.events).toEqual([['unavailable', 'failed']]);
    },
  );
});

describe('the old certificate', () => {
  let oldOwn: OwnCertificate;
  let old: string;
  beforeEach(async () => {
    oldOwn = await profile.own(profile.tab());
    old = fingerprintOf(oldOwn);
    const { connection } = await connectAndSignIn(profile.tab(), home);
    connection.end();
    home.requests.length = 0;
  });

  test('is removed by the first connection with the new one that comes later', async () => {
    profile.nowMs += LATER_MS;
    await connectAndSignIn(profile.tab(), home);
    expect(names()).toEqual([await current()]);
    await connectAndSignIn(profile.tab(), home);
    expect(home.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
  });

  test('stays on the device for ten minutes, since another tab may be connecting with it', async () => {
    profile.nowMs += LATER_MS - 1;
    await connectAndSignIn(profile.tab(), home);
    expect(names()).toContain(old);
  });

  test('stays on the device while another tab uses it', async () => {
    const earlier = home.connect(oldOwn);
    await profile.tab().signIn(earlier, { own: oldOwn });
    profile.nowMs += LATER_MS;
    await connectAndSignIn(profile.tab(), home);
    expect(names()).toContain(old);
    earlier.end();
    await vi.waitFor(() => expect(profile.locks.names.join()).not.toContain(old));
    await connectAndSignIn(profile.tab(), home);
    expect(names()).not.toContain(old);
  });

  test('stays on the device until it has expired if there are no locks', async () => {
    const tab = profile.tab({ locks: null });
    profile.nowMs += YEAR_MS / 2 - 1;
    home.instead.set('PUT', 403);
    await connectAndSignIn(tab, home);
    expect(names()).toContain(old);
    profile.nowMs += 1;
    await connectAndSignIn(tab, home);
    expect(names()).not.toContain(old);
  });

  test.each([
    ['gone already', 404, 1],
    ['not allowed', 403, 1],
    ['a fault of the device', 500, 2],
  ])('removal answered with %s (%i) is requested %i times', async (_what, status, times) => {
    profile.nowMs += LATER_MS;
    home.instead.set('DELETE', status);
    await connectAndSignIn(profile.tab(), home);
    await connectAndSignIn(profile.tab(), home);
    expect(home.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(times);
  });
});

test('is removed after it has expired, once the user has logged in again', async () => {
  const old = await current();
  profile.nowMs += YEAR_MS / 2;
  await connectAndSignIn(profile.tab(), home, { credentials: ANN });
  expect(home.fingerprintsOf('ann')).toContain(old);
  profile.nowMs += LATER_MS;
  await connectAndSignIn(profile.tab(), home);
  expect(home.fingerprintsOf('ann')).toEqual([await current()]);
});
