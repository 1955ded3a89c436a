/** @module The changes of one connection do not delay those of another, and cost the device nothing if they change nothing. */
import { setImmediate } from 'node:timers/promises';
import type { CborValue } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { ResourceHarness } from '../coap/resource-harness.fixture.ts';
import { CHANGE_RATE } from './iam-requests.ts';
import type { IamState } from './iam-state.ts';
import { household, PASSWORD, put, send } from './resources/household.fixture.ts';
import type { StateStore } from './state-store.ts';

async function setUp() {
  let state = household();
  let saves = 0;
  const store: StateStore = {
    get state(): IamState {
      return state;
    },
    save: async (next) => {
      await setImmediate();
      saves += 1;
      state = next;
    },
  };
  const harness = new ResourceHarness({ store });
  const admin = harness.connect('office');
  const bob = harness.connect("bob's laptop");
  await admin.login('admin', PASSWORD);
  await bob.login('bob', PASSWORD);
  saves = 0;
  return { harness, admin, bob, saves: () => saves };
}

test('a user who floods the device with changes is deleted without delay', async () => {
  const { admin, bob, saves } = await setUp();
  const flood = Array.from({ length: 60 }, (_, index) =>
    put(bob, '/iam/users/bob/display-name', `Bob ${index}`),
  );
  expect(await send(admin, 'DELETE', '/iam/users/bob')).toBe(202);
  expect(saves()).toBeLessThanOrEqual(3);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(57);
});

test.each<[string, string, CborValue]>([
  ['a display name', '/iam/users/bob/display-name', 'Bob'],
  ['a role', '/iam/users/bob/role', 'Guest'],
  ['a list of categories', '/iam/users/bob/notification-categories', ['Info']],
  ['a setting', '/iam/settings/local-open-pairing', true],
  ['the name of the device', '/iam/device-info/friendly-name', 'Front door'],
])('%s that is set again is neither stored nor reported', async (_title, path, value) => {
  const { harness, admin, saves } = await setUp();
  let changes = 0;
  harness.iam.on('change', () => (changes += 1));
  for (let sent = 0; sent < 3; sent += 1) expect(await put(admin, path, value)).toBe(204);
  expect([saves(), changes]).toEqual([1, 1]);
});

test('a user who makes many changes is answered with 429 until their bucket refills, and no other user is', async () => {
  const { harness, admin, bob, saves } = await setUp();
  const rename = (index: number) => put(bob, '/iam/users/bob/display-name', `Bob ${index}`);
  for (let index = 0; index < CHANGE_RATE.capacity; index += 1) expect(await rename(index)).toBe(204);
  expect([await rename(-1), saves()]).toEqual([429, CHANGE_RATE.capacity]);
  expect(await bob.whoAmI()).toBe('bob');
  expect(await put(admin, '/iam/users/bob/role', 'Guest')).toBe(204);
  harness.nowMs += 1000;
  for (let index = 0; index < CHANGE_RATE.refillPerSecond; index += 1) expect(await rename(index)).toBe(204);
  expect(await rename(-1)).toBe(429);
});

test('a user who connects again has no further changes', async () => {
  const { harness, admin, bob } = await setUp();
  for (let index = 0; index < CHANGE_RATE.capacity; index += 1)
    expect(await put(bob, '/iam/users/bob/display-name', `Bob ${index}`)).toBe(204);
  const again = harness.connect("bob's phone");
  await again.login('bob', PASSWORD);
  expect(await put(again, '/iam/users/bob/display-name', 'Bob')).toBe(429);
  expect(await put(admin, '/iam/users/bob/display-name', 'Bob')).toBe(204);
});

test('requests that change nothing are not counted', async () => {
  const { bob } = await setUp();
  const path = '/iam/users/bob/display-name';
  for (let sent = 0; sent <= CHANGE_RATE.capacity; sent += 1) expect(await put(bob, path, 'Bob')).toBe(204);
});

test('an operation that changes nothing is neither stored nor reported', async () => {
  const { harness, saves } = await setUp();
  let changes = 0;
  harness.iam.on('change', () => (changes += 1));
  for (let made = 0; made < 3; made += 1) await harness.iam.setRole('bob', 'Guest');
  expect([saves(), changes]).toEqual([1, 1]);
});
