/** @module Invites: made by the owner or an administrator, used once, and expiring. */
import { beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import { EARLIEST_CLOCK_MS } from './access-end.ts';
import { defaultIamConfig } from './default-config.ts';
import type { IamState, StoredUser } from './iam-state.ts';
import type { StateStore } from './state-store.ts';
import { household, PASSWORD, put, send } from './resources/household.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;

let harness: ResourceHarness;
let admin: HarnessClient;
beforeEach(async () => {
  harness = new ResourceHarness({ state: household() });
  admin = harness.connect('office');
  await admin.login('admin', PASSWORD);
});

const userOf = (username: string): StoredUser | undefined =>
  harness.store.state.users.find((user) => user.username === username);
/** The status of a login from a new browser. */
const login = (username: string, password: string): Promise<number> =>
  harness.connect('a new browser', 'its own token').login(username, password);

describe('a password that another user has set', () => {
  test('is valid for seven days, and not a moment longer', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    harness.wallClockMs += 7 * DAY_MS;
    expect(await login('bob', 'an invitation')).toBe(401);
    harness.wallClockMs -= 1;
    expect(await login('bob', 'an invitation')).toBe(201);
  });

  test('is not valid while the clock is not set, and its first use is not stored', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    harness.wallClockMs = 0;
    expect(await login('bob', 'an invitation')).toBe(401);
    harness.wallClockMs = EARLIEST_CLOCK_MS - 1;
    expect(await login('bob', 'an invitation')).toBe(401);
    expect(userOf('bob')?.passwordExpiresAtMs).not.toBeNull();
    harness.wallClockMs = EARLIEST_CLOCK_MS;
    expect(await login('bob', 'an invitation')).toBe(201);
  });

  test('no longer expires once it has been used', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    expect(userOf('bob')?.passwordExpiresAtMs).toBe(harness.wallClockMs + 7 * DAY_MS);
    expect(await login('bob', 'not the password')).toBe(401);
    expect(userOf('bob')?.passwordExpiresAtMs).not.toBeNull();
    expect(await login('bob', 'an invitation')).toBe(201);
    expect(userOf('bob')?.passwordExpiresAtMs).toBeNull();
    harness.wallClockMs += 365 * DAY_MS;
    expect(await login('bob', 'an invitation')).toBe(201);
  });

  test('is refused when it expires between the rounds of a login', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    const client = harness.connect('a new browser');
    const late = client.login('bob', 'an invitation');
    harness.wallClockMs += 7 * DAY_MS;
    expect(await late).toBe(401);
    expect(await client.whoAmI()).toBeUndefined();
  });

  test('is cleared by pairing, which keeps the browser', async () => {
    await put(admin, '/iam/users/bob/password', 'an invitation');
    const browser = harness.connect("bob's phone");
    await browser.login('bob', 'an invitation');
    expect((await browser.request('POST', '/iam/pairing/password-invite')).statusCode).toBe(201);
    expect(userOf('bob')).toMatchObject({ passwordVerifier: null, passwordExpiresAtMs: null });
    expect(await login('bob', 'an invitation')).toBe(401);
    harness.wallClockMs += 365 * DAY_MS;
    expect(await harness.connect("bob's phone").whoAmI()).toBe('bob');
  });

  test('is not an invite when the user sets it, by certificate, password or token', async () => {
    await put(admin, '/iam/users/admin/password', 'a new password');
    expect(userOf('admin')?.passwordExpiresAtMs).toBeNull();
    expect(await put(harness.connect("gina's phone"), '/iam/users/gina/password', 'a new password')).toBe(
      204,
    );
    expect(userOf('gina')?.passwordExpiresAtMs).toBeNull();
  });

  test('never expires if the owner has configured that', async () => {
    harness = new ResourceHarness({ state: household(), config: { ...defaultIamConfig, inviteMs: 0 } });
    const office = harness.connect('office');
    await office.login('admin', PASSWORD);
    await put(office, '/iam/users/bob/password', 'an invitation');
    expect(userOf('bob')?.passwordExpiresAtMs).toBeNull();
  });

  test('is not accepted if its first use cannot be stored', async () => {
    let state = household();
    let isDiskFull = false;
    const store: StateStore = {
      get state(): IamState {
        return state;
      },
      save: (next) => {
        if (isDiskFull) return Promise.reject(new Error('no space left'));
        state = next;
        return Promise.resolve();
      },
    };
    harness = new ResourceHarness({ store });
    const { password } = await harness.iam.invite('bob');
    isDiskFull = true;
    const client = harness.connect('a new browser');
    expect(await client.login('bob', password)).toBe(500);
    expect(await client.whoAmI()).toBeUndefined();
  });
});

describe('invite()', () => {
  test('creates a user with the least role and a one-time password', async () => {
    const { username, password, sct } = await harness.iam.invite('nina');
    expect(username).toBe('nina');
    expect(password).toHaveLength(16);
    expect(userOf('nina')).toMatchObject({
      role: 'Guest',
      sct,
      passwordExpiresAtMs: harness.wallClockMs + 7 * DAY_MS,
    });
    expect(await login('nina', password)).toBe(201);
  });

  test('gives a user without a connection token one of 128 random bits, and keeps an existing one', async () => {
    const { sct } = await harness.iam.invite('nina');
    expect(sct).toMatch(/^[0-9a-f]{32}$/u);
    expect((await harness.iam.invite('nina')).sct).toBe(sct);
    expect((await harness.iam.invite('otto')).sct).not.toBe(sct);
    const users = harness.store.state.users.map((user) => ({ ...user, sct: null }));
    await harness.store.save({ ...harness.store.state, users });
    const made = await harness.iam.invite('nina');
    expect(made.sct).toMatch(/^[0-9a-f]{32}$/u);
    expect(userOf('nina')?.sct).toBe(made.sct);
    expect((await harness.iam.reset({ username: 'nina' })).sct).toMatch(/^[0-9a-f]{32}$/u);
  });

  test('accepts a role, a display name and an expiry', async () => {
    await harness.iam.invite('nina', { role: 'Standard', displayName: 'Nina', expiresMs: 1000 });
    expect(userOf('nina')).toMatchObject({ role: 'Standard', displayName: 'Nina' });
    expect(userOf('nina')?.passwordExpiresAtMs).toBe(harness.wallClockMs + 1000);
    await harness.iam.invite('nina', { expiresMs: 0 });
    expect(userOf('nina')?.passwordExpiresAtMs).toBeNull();
  });

  test.each([0.5, 86_400_000 / 7, -1, Number.NaN, Infinity, 2 ** 53])(
    'refuses a lifetime of %d ms and changes nothing',
    async (expiresMs) => {
      const before = harness.store.state;
      await expect(harness.iam.invite('nina', { expiresMs })).rejects.toMatchObject({
        code: 'ERR_END_OF_ACCESS',
      });
      expect(harness.store.state).toBe(before);
    },
  );

  test('for an existing user keeps the role and the browsers, and ends logins with the old password', async () => {
    const bob = harness.connect("bob's laptop");
    await bob.login('bob', PASSWORD);
    const before = userOf('gina');
    await harness.iam.invite('gina');
    expect(userOf('gina')).toMatchObject({
      role: 'Guest',
      fingerprints: before?.fingerprints,
      sct: before?.sct,
    });
    await harness.iam.invite('bob');
    expect(userOf('bob')?.role).toBe('Standard');
    expect(await bob.whoAmI()).toBeUndefined();
    expect(await login('bob', PASSWORD)).toBe(401);
  });

  test.each([
    ['Nina', {}, 'ERR_USERNAME'],
    ['../admin', {}, 'ERR_USERNAME'],
    ['nina', { role: 'Emperor' }, 'ERR_NOT_FOUND'],
    ['bob', { role: '__proto__' }, 'ERR_NOT_FOUND'],
    ['nina', { displayName: 'x'.repeat(65) }, 'ERR_DISPLAY_NAME'],
  ])('for %s with %j is refused with %s', async (username, options, code) => {
    const before = harness.store.state;
    await expect(harness.iam.invite(username, options)).rejects.toMatchObject({ code });
    expect(harness.store.state).toBe(before);
  });

  test('beyond the limit of users is refused', async () => {
    harness = new ResourceHarness({ state: household(), config: { ...defaultIamConfig, maxUsers: 3 } });
    await expect(harness.iam.invite('nina')).rejects.toMatchObject({ code: 'ERR_USER_LIMIT' });
    expect((await harness.iam.invite('bob')).username).toBe('bob');
  });
});

describe('operations of the owner', () => {
  test('users() lists all users without passwords', () => {
    expect(harness.iam.users().map(({ Username, Role }) => [Username, Role])).toEqual([
      ['admin', 'Administrator'],
      ['bob', 'Standard'],
      ['gina', 'Guest'],
    ]);
    expect(JSON.stringify(harness.iam.users())).not.toMatch(/verifier|password/iu);
  });

  test('removeUser() and setRole() take effect at once and emit a change', async () => {
    const phone = harness.connect("gina's phone");
    let changes = 0;
    harness.iam.on('change', () => (changes += 1));
    await harness.iam.setRole('gina', 'Standard');
    expect(harness.iam.isAllowed(phone.session, 'Device:Invoke')).toBe(true);
    await harness.iam.setRole('gina', null);
    expect(harness.iam.isAllowed(phone.session, 'Webrtc:VideoStream')).toBe(false);
    await harness.iam.removeUser('gina');
    expect(await phone.whoAmI()).toBeUndefined();
    expect(changes).toBe(3);
    await expect(harness.iam.removeUser('gina')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(harness.iam.setRole('gina', 'Guest')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(harness.iam.setRole('bob', 'Emperor')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(changes).toBe(3);
  });

  test('removeFingerprint() removes one browser and no other', async () => {
    const [phone, watch] = [harness.connect("gina's phone"), testFingerprint('watch')];
    await put(phone, `/iam/users/gina/fingerprints/${watch}`, {});
    await harness.iam.removeFingerprint('gina', phone.session.clientFingerprint);
    expect(await phone.whoAmI()).toBeUndefined();
    expect(userOf('gina')?.fingerprints).toEqual([{ fingerprint: watch, name: null }]);
    for (const name of ['gina', 'stranger'])
      await expect(
        harness.iam.removeFingerprint(name, phone.session.clientFingerprint),
      ).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  test('reset() leaves one administrator and ends all logins, also under the same name', async () => {
    const phone = harness.connect("gina's phone");
    const bob = harness.connect("bob's laptop");
    await bob.login('bob', PASSWORD);
    await put(admin, '/iam/device-info/friendly-name', 'Gate');
    const { password } = await harness.iam.reset({ username: 'bob', sct: 'its token' });
    expect(harness.iam.users()).toMatchObject([{ Username: 'bob', Role: 'Administrator', Sct: 'its token' }]);
    for (const client of [admin, bob, phone]) expect(await client.whoAmI()).toBeUndefined();
    expect(harness.store.state.friendlyName).toBe('Gate');
    expect(await login('bob', PASSWORD)).toBe(401);
    expect(await login('bob', password)).toBe(201);
  });

  test('concurrent requests and operations do not undo each other', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `user-${index}`);
    await Promise.all([
      ...names.map((Username) => admin.request('POST', '/iam/users', { cbor: { Username } })),
      ...names.map((name) => harness.iam.invite(`invited-${name}`)),
    ]);
    expect(harness.iam.users()).toHaveLength(3 + 20);
  });
});

describe('a certificate on which another user is logged in', () => {
  const theirs = testFingerprint('tablet');
  test('cannot be claimed, since that would change the other session’s user', async () => {
    const tablet = harness.connect('tablet');
    await tablet.login('bob', PASSWORD);
    const gina = harness.connect("gina's phone");
    expect(await put(gina, `/iam/users/gina/fingerprints/${theirs}`, {})).toBe(409);
    expect(await put(gina, '/iam/users/gina/fingerprint', theirs)).toBe(409);
    expect(await put(admin, `/iam/users/gina/fingerprints/${theirs}`, {})).toBe(409);
    expect(await tablet.whoAmI()).toBe('bob');
    expect(await put(tablet, `/iam/users/bob/fingerprints/${theirs}`, {})).toBe(204);
  });

  test('can be claimed once that user has left, as can one without a login', async () => {
    const tablet = harness.connect('tablet');
    const gina = harness.connect("gina's phone");
    await tablet.login('bob', PASSWORD);
    tablet.session.end();
    harness.connect('watch');
    expect(await put(gina, `/iam/users/gina/fingerprints/${theirs}`, {})).toBe(204);
    expect(await put(gina, `/iam/users/gina/fingerprints/${testFingerprint('watch')}`, {})).toBe(204);
    expect(await send(gina, 'DELETE', `/iam/users/gina/fingerprints/${theirs}`)).toBe(202);
  });

  test('can be added by the user who is logged in on it', async () => {
    const tablet = harness.connect('tablet');
    await put(admin, '/iam/users/gina/password', 'gina password');
    await tablet.login('gina', 'gina password');
    expect(await put(harness.connect("gina's phone"), `/iam/users/gina/fingerprints/${theirs}`, {})).toBe(
      204,
    );
    expect(await tablet.whoAmI()).toBe('gina');
  });
});
