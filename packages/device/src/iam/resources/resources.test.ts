import { setImmediate } from 'node:timers/promises';
import { passwordVerifier, type CborValue, type Method } from '@longwire/protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../../coap/resource-harness.fixture.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState, type StoredUser } from '../iam-state.ts';
import type { StateStore } from '../state-store.ts';
import { IAM_RESOURCES } from './resource-table.ts';

const PASSWORD = 'the password';

function addUser(
  state: IamState,
  username: string,
  role: string,
  change: Partial<StoredUser> = {},
): IamState {
  const user = {
    ...newUser(state, username, `sct-${username}`),
    role,
    passwordVerifier: passwordVerifier(PASSWORD),
  };
  return withUser(state, { ...user, ...change });
}

function household(): IamState {
  const browser = { fingerprints: [{ fingerprint: testFingerprint("gina's phone"), name: 'Phone' }] };
  let state = addUser(EMPTY_IAM_STATE, 'admin', 'Administrator');
  state = addUser(state, 'bob', 'Standard');
  return addUser(state, 'gina', 'Guest', browser);
}

let harness: ResourceHarness;
let admin: HarnessClient;
let bob: HarnessClient;
beforeEach(async () => {
  harness = new ResourceHarness({ state: household() });
  admin = harness.connect('office');
  bob = harness.connect("bob's laptop");
  await admin.login('admin', PASSWORD);
  await bob.login('bob', PASSWORD);
});

const userOf = (username: string): StoredUser | undefined =>
  harness.store.state.users.find((user) => user.username === username);
const put = async (client: HarnessClient, path: string, cbor: CborValue): Promise<number> =>
  (await client.request('PUT', path, { cbor })).statusCode;
const send = async (client: HarnessClient, method: Method, path: string): Promise<number> =>
  (await client.request(method, path)).statusCode;

describe('fields of a user', () => {
  test.each<[string, CborValue, Partial<StoredUser>]>([
    ['display-name', 'Bøb', { displayName: 'Bøb' }],
    ['display-name', '', { displayName: '' }],
    ['display-name', 'é'.repeat(32), { displayName: 'é'.repeat(32) }],
    ['display-name', null, { displayName: null }],
    ['role', 'Guest', { role: 'Guest' }],
    ['role', null, { role: null }],
    ['sct', 'new token', { sct: 'new token' }],
    ['oauth-subject', 'subject', { oauthSubject: 'subject' }],
    ['oauth-subject', null, { oauthSubject: null }],
    ['notification-categories', ['Alert', 'Info', 'Info'], { notificationCategories: ['Info', 'Alert'] }],
    ['notification-categories', [], { notificationCategories: [] }],
    ['password', 'x'.repeat(8), { passwordVerifier: passwordVerifier('x'.repeat(8)) }],
    ['password', 'é'.repeat(32), { passwordVerifier: passwordVerifier('é'.repeat(32)) }],
    ['password', null, { passwordVerifier: null }],
    ['fcm', { Token: 't', ProjectId: 'p' }, { fcm: { token: 't', projectId: 'p' } }],
  ])('%s takes %j', async (field, value, change) => {
    expect(await put(admin, `/iam/users/bob/${field}`, value)).toBe(204);
    expect(userOf('bob')).toMatchObject(change);
  });

  test.each<[string, CborValue, number]>([
    ['username', 'admin', 409],
    ['username', 'bob', 409],
    ['username', 'Bob', 400],
    ['username', '../admin', 400],
    ['username', '', 400],
    ['username', null, 400],
    ['username', 'x'.repeat(65), 400],
    ['display-name', 'é'.repeat(33), 400],
    ['display-name', 5, 400],
    ['password', 'x'.repeat(7), 400],
    ['password', 'x'.repeat(65), 400],
    ['password', 'é'.repeat(33), 400],
    ['password', 'cut\0here and more', 400],
    ['role', 'Emperor', 404],
    ['role', '__proto__', 404],
    ['sct', null, 400],
    ['sct', 'x'.repeat(65), 400],
    ['oauth-subject', 'x'.repeat(65), 400],
    ['notification-categories', ['Nonsense'], 400],
    ['notification-categories', [null], 400],
    ['notification-categories', null, 400],
    ['fingerprint', 'x'.repeat(64), 400],
    ['fingerprint', 'ab', 400],
  ])('%s refuses %j with %i', async (field, value, status) => {
    const before = harness.store.state;
    expect(await put(admin, `/iam/users/bob/${field}`, value)).toBe(status);
    expect(harness.store.state).toBe(before);
  });

  test('a new name ends the logins under the old one, and they do not come back with it', async () => {
    expect(await put(admin, '/iam/users/bob/username', 'robert')).toBe(204);
    expect(await bob.whoAmI()).toBeUndefined();
    await put(admin, '/iam/users/robert/username', 'bob');
    expect(await bob.whoAmI()).toBeUndefined();
  });

  test('undefined is not null: it clears nothing', async () => {
    const body = { bytes: new Uint8Array([0xf7]), contentFormat: 60 };
    for (const field of ['password', 'display-name', 'role', 'oauth-subject', 'fingerprint'])
      expect((await admin.request('PUT', `/iam/users/gina/${field}`, body)).statusCode).toBe(400);
    expect(userOf('gina')).toEqual(household().users[2]);
  });
});

describe('certificates', () => {
  const mine = testFingerprint("bob's phone");

  test('are added, named, found in either case, and removed', async () => {
    expect(await put(bob, `/iam/users/bob/fingerprints/${mine.toUpperCase()}`, { Name: 'Phone' })).toBe(204);
    expect(userOf('bob')?.fingerprints).toEqual([{ fingerprint: mine, name: 'Phone' }]);
    const phone = harness.connect("bob's phone");
    expect(await phone.whoAmI()).toBe('bob');
    expect(await send(bob, 'DELETE', `/iam/users/bob/fingerprints/${mine}`)).toBe(202);
    expect(await phone.whoAmI()).toBeUndefined();
    expect(await send(bob, 'DELETE', `/iam/users/bob/fingerprints/${mine}`)).toBe(404);
  });

  test('belong to one user only', async () => {
    const path = `/iam/users/bob/fingerprints/${testFingerprint("gina's phone")}`;
    expect(await put(bob, path, {})).toBe(409);
    expect(await put(bob, '/iam/users/bob/fingerprint', testFingerprint("gina's phone"))).toBe(409);
  });

  test('in the form for old clients: a text adds, null removes the first', async () => {
    expect(await put(bob, '/iam/users/bob/fingerprint', mine)).toBe(204);
    expect(await put(bob, '/iam/users/bob/fingerprint', testFingerprint('tablet'))).toBe(204);
    expect((await bob.request('GET', '/iam/me')).cbor()).toMatchObject({
      Fingerprint: testFingerprint('tablet'),
    });
    expect(await put(bob, '/iam/users/bob/fingerprint', null)).toBe(204);
    expect(userOf('bob')?.fingerprints).toEqual([{ fingerprint: testFingerprint('tablet'), name: null }]);
  });

  test('of one user are limited', async () => {
    const { maxFingerprintsPerUser } = harness.iam.config;
    for (let index = 0; index < maxFingerprintsPerUser; index += 1)
      expect(await put(bob, `/iam/users/bob/fingerprints/${testFingerprint(`browser ${index}`)}`, {})).toBe(
        204,
      );
    expect(await put(bob, `/iam/users/bob/fingerprints/${mine}`, {})).toBe(500);
  });
});

describe('the default roles', () => {
  test('let users manage their own name, password and certificates, and nobody else', async () => {
    const phone = harness.connect("gina's phone");
    for (const [client, own, other] of [
      [bob, 'bob', 'gina'],
      [phone, 'gina', 'bob'],
    ] as const) {
      const fingerprint = testFingerprint(`new browser of ${own}`);
      expect(await put(client, `/iam/users/${own}/display-name`, 'Me')).toBe(204);
      expect(await put(client, `/iam/users/${own}/password`, 'a new password')).toBe(204);
      expect(await put(client, `/iam/users/${own}/fingerprints/${fingerprint}`, {})).toBe(204);
      expect(await put(client, `/iam/users/${other}/display-name`, 'Fool')).toBe(403);
      expect(await put(client, `/iam/users/${other}/password`, 'a new password')).toBe(403);
      expect(await put(client, `/iam/users/${other}/fingerprints/${testFingerprint('x')}`, {})).toBe(403);
      expect(await send(client, 'GET', `/iam/users/${other}`)).toBe(403);
    }
  });

  test.each(['Unpaired', 'Guest', 'Standard'])('%s finds no way up or sideways', async (role) => {
    const client = harness.connect('attacker');
    if (role !== 'Unpaired') {
      await admin.request('POST', '/iam/users', { cbor: { Username: 'attacker' } });
      await put(admin, '/iam/users/attacker/role', role);
      await put(admin, '/iam/users/attacker/password', PASSWORD);
      await client.login('attacker', PASSWORD);
    }
    const before = harness.store.state;
    const bodies: readonly CborValue[] = ['Administrator', 'admin', true, null, { Username: 'x' }, ['Info']];
    const names = ['admin', 'bob', 'gina', 'nobody', '${Connection:Username}', '..'];
    // An invite only ties the attacker's own certificate to the attacker.
    const changing = IAM_RESOURCES.filter(
      ({ method, pattern }) => method !== 'GET' && !pattern.endsWith('-invite'),
    );
    for (const { method, pattern } of changing)
      for (const name of names)
        for (const cbor of bodies) {
          const path = pattern.replace(':username', name).replace(':fingerprint', testFingerprint('mine'));
          const { statusCode } = await client.request(method, path, { cbor });
          expect([400, 401, 403, 404]).toContain(statusCode);
        }
    expect(harness.store.state).toBe(before);
    for (const path of ['/iam/users', '/iam/users/admin', '/iam/roles', '/iam/settings'])
      expect(await send(client, 'GET', path)).toBe(403);
  });

  test('Guest may only see; Standard sees, hears, talks and invokes', () => {
    const phone = harness.connect("gina's phone").session;
    const actions = ['Webrtc:VideoStream', 'Webrtc:AudioStream', 'Webrtc:Talk', 'Device:Invoke'];
    const allowed = (who: typeof phone): boolean[] =>
      actions.map((action) => harness.iam.isAllowed(who, action));
    expect(allowed(phone)).toEqual([true, false, false, false]);
    expect(allowed(bob.session)).toEqual([true, true, true, true]);
    expect(allowed(admin.session)).toEqual([true, true, true, true]);
    expect(allowed(harness.connect('stranger').session)).toEqual([false, false, false, false]);
  });

  test('who may not look cannot tell which users exist', async () => {
    for (const { method, pattern } of IAM_RESOURCES.filter(({ pattern }) => pattern.includes(':username'))) {
      const answers = await Promise.all(
        ['admin', 'nobody'].map(async (name) => {
          const path = pattern.replace(':username', name).replace(':fingerprint', testFingerprint('mine'));
          const answer = await bob.request(method, path, { cbor: 'Standard' });
          return [answer.statusCode, answer.text()];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    }
  });
});

/** A device whose states take a while to be kept, and its administrator. */
async function slowHousehold(): Promise<{ owner: HarnessClient; store: StateStore }> {
  let state = household();
  const store: StateStore = {
    get state(): IamState {
      return state;
    },
    async save(next) {
      await setImmediate();
      state = next;
    },
  };
  const owner = new ResourceHarness({ store }).connect('office');
  await owner.login('admin', PASSWORD);
  return { owner, store };
}

describe('changes', () => {
  test('take effect at once, and are told to who listens', async () => {
    const listener = vi.fn<() => void>();
    const off = harness.iam.on('change', listener);
    expect(harness.iam.isAllowed(bob.session, 'Webrtc:VideoStream')).toBe(true);
    await put(admin, '/iam/users/bob/role', 'Unpaired');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(harness.iam.isAllowed(bob.session, 'Webrtc:VideoStream')).toBe(false);
    await send(admin, 'DELETE', '/iam/users/bob');
    expect(listener).toHaveBeenCalledTimes(2);
    expect(harness.iam.userOf(bob.session)).toBeUndefined();
    await send(admin, 'GET', '/iam/users');
    await put(admin, '/iam/users/nobody/role', 'Guest');
    expect(listener).toHaveBeenCalledTimes(2);
    off();
    await put(admin, '/iam/users/gina/role', 'Standard');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('made at once do not overwrite each other', async () => {
    const { owner, store } = await slowHousehold();
    const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    await Promise.all(names.map((Username) => owner.request('POST', '/iam/users', { cbor: { Username } })));
    expect(store.state.users.map(({ username }) => username)).toEqual(['admin', 'bob', 'gina', ...names]);
  });

  test('a request behind the one that takes its right away is refused', async () => {
    const { owner } = await slowHousehold();
    const demotion = put(owner, '/iam/users/admin/role', 'Guest');
    const late = put(owner, '/iam/users/bob/role', 'Administrator');
    expect(await demotion).toBe(204);
    expect(await late).toBe(403);
  });

  test('a user without a role may only ask who it is', async () => {
    await put(admin, '/iam/users/bob/role', null);
    expect(await bob.whoAmI()).toBe('bob');
    expect(await send(bob, 'GET', '/iam/pairing')).toBe(403);
  });
});

const pairing = async (): Promise<CborValue> => (await bob.request('GET', '/iam/pairing')).cbor();

describe('settings', () => {
  test('open pairing is listed while it is possible', async () => {
    expect(await pairing()).toEqual({ Modes: ['PasswordInvite'], ProductId: 'pr-test', DeviceId: 'de-test' });
    expect(await put(admin, '/iam/settings/password-open-pairing', true)).toBe(204);
    expect(await pairing()).toMatchObject({ Modes: ['PasswordInvite'] });
    expect(await put(admin, '/iam/device-info/friendly-name', 'Front door 🚪')).toBe(204);
    expect(await put(admin, '/iam/settings/password-invite-pairing', false)).toBe(204);
    expect(await pairing()).toMatchObject({ Modes: [], FriendlyName: 'Front door 🚪' });
  });

  test('keys that are none', async () => {
    expect(await put(admin, '/iam/settings/nonsense', true)).toBe(404);
    expect(await put(admin, '/iam/device-info/nonsense', 'x')).toBe(404);
    expect(await put(admin, '/iam/device-info/friendly-name', null)).toBe(400);
  });
});
