/** @module The rights of users over each other: no way up or sideways. */
import { setImmediate } from 'node:timers/promises';
import type { CborValue } from '@longwire/protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ResourceHarness, testFingerprint, type HarnessClient } from '../../coap/resource-harness.fixture.ts';
import type { IamState } from '../iam-state.ts';
import type { StateStore } from '../state-store.ts';
import { household, PASSWORD, put, send } from './household.fixture.ts';
import { IAM_RESOURCES } from './resource-table.ts';

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

describe('the default roles', () => {
  test('let users manage their own name, password and certificates, and no other user', async () => {
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
    const names = ['admin', 'bob', 'gina', 'stranger', '${Connection:Username}', '..'];
    // An invite only adds the attacker's own certificate to the attacker.
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

  test('let Guest only see, and Standard see, hear, talk and invoke', () => {
    const phone = harness.connect("gina's phone").session;
    const actions = ['Webrtc:VideoStream', 'Webrtc:AudioStream', 'Webrtc:Talk', 'Device:Invoke'];
    const allowed = (who: typeof phone): boolean[] =>
      actions.map((action) => harness.iam.isAllowed(who, action));
    expect(allowed(phone)).toEqual([true, false, false, false]);
    expect(allowed(bob.session)).toEqual([true, true, true, true]);
    expect(allowed(admin.session)).toEqual([true, true, true, true]);
    expect(allowed(harness.connect('stranger').session)).toEqual([false, false, false, false]);
  });

  test('do not reveal which users exist to those without the right', async () => {
    for (const { method, pattern } of IAM_RESOURCES.filter(({ pattern }) => pattern.includes(':username'))) {
      const answers = await Promise.all(
        ['admin', 'stranger'].map(async (name) => {
          const path = pattern.replace(':username', name).replace(':fingerprint', testFingerprint('mine'));
          const answer = await bob.request(method, path, { cbor: 'Standard' });
          return [answer.statusCode, answer.text()];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    }
  });
});

/** A device whose store is slow, and its administrator. */
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
  test('take effect at once and emit a change', async () => {
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
    await put(admin, '/iam/users/stranger/role', 'Guest');
    expect(listener).toHaveBeenCalledTimes(2);
    off();
    await put(admin, '/iam/users/gina/role', 'Standard');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('made concurrently do not overwrite each other', async () => {
    const { owner, store } = await slowHousehold();
    const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    await Promise.all(names.map((Username) => owner.request('POST', '/iam/users', { cbor: { Username } })));
    expect(store.state.users.map(({ username }) => username)).toEqual(['admin', 'bob', 'gina', ...names]);
  });

  test('refuse a request behind the one that withdraws its right', async () => {
    const { owner } = await slowHousehold();
    const demotion = put(owner, '/iam/users/admin/role', 'Guest');
    const late = put(owner, '/iam/users/bob/role', 'Administrator');
    expect(await demotion).toBe(204);
    expect(await late).toBe(403);
  });

  test('let a user without a role only read its own record', async () => {
    await put(admin, '/iam/users/bob/role', null);
    expect(await bob.whoAmI()).toBe('bob');
    expect(await send(bob, 'GET', '/iam/pairing')).toBe(403);
  });
});
