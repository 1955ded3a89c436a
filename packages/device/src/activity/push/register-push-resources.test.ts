/** @module What a user changes about push messages counts as any change of users: it delays no other session, and is limited. */
import { setImmediate } from 'node:timers/promises';
import { silentLogger, utf8Encode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { AppRoutes } from '../../coap/app-routes.ts';
import { ResourceHarness } from '../../coap/resource-harness.fixture.ts';
import { CHANGE_RATE } from '../../iam/iam-requests.ts';
import { findUser, type IamState } from '../../iam/iam-state.ts';
import { household, PASSWORD, put, send } from '../../iam/resources/household.fixture.ts';
import type { StateStore } from '../../iam/state-store.ts';
import { EVENTS_ACTION } from '../register-event-resources.ts';
import { registerPushResources } from './register-push-resources.ts';

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
  const { iam, router: builtIn } = harness;
  const routes = new AppRoutes({ guard: iam, builtIn, title: 'Home', logger: silentLogger });
  const sender = { key: undefined, isGone: () => false };
  registerPushResources(routes, { iam, sender, path: '/events', action: EVENTS_ACTION });
  const [admin, bob] = [harness.connect('office'), harness.connect("bob's laptop")];
  await admin.login('admin', PASSWORD);
  await bob.login('bob', PASSWORD);
  expect(await put(admin, '/iam/users/bob/role', 'Standard')).toBe(204);
  saves = 0;
  const setQuietHours = async (minute: number): Promise<number> => {
    const from = `22:${String(minute % 60).padStart(2, '0')}`;
    const payload = utf8Encode(JSON.stringify({ from, to: '07:00', timeZone: 'UTC' }));
    const request = { method: 'PUT', path: '/events/quiet-hours', contentFormat: 50, payload } as const;
    return (await routes.handle(request, { session: bob.session })).statusCode;
  };
  return { harness, admin, setQuietHours, saves: () => saves };
}

test('a user who floods the device with quiet hours is deleted without delay', async () => {
  const { harness, admin, setQuietHours, saves } = await setUp();
  const flood = Array.from({ length: 60 }, (_, index) => setQuietHours(index));
  expect(await send(admin, 'DELETE', '/iam/users/bob')).toBe(202);
  expect(saves()).toBeLessThanOrEqual(3);
  await Promise.all(flood);
  expect(findUser(harness.iam.state, 'bob')).toBeUndefined();
});

test('quiet hours that change too often are answered with 429 until the bucket of the user refills', async () => {
  const { harness, admin, setQuietHours, saves } = await setUp();
  for (let index = 0; index < CHANGE_RATE.capacity; index += 1) expect(await setQuietHours(index)).toBe(204);
  expect([await setQuietHours(CHANGE_RATE.capacity), saves()]).toEqual([429, CHANGE_RATE.capacity]);
  expect(await put(admin, '/iam/users/bob/display-name', 'Bob')).toBe(204);
  harness.nowMs += 1000;
  expect(await setQuietHours(CHANGE_RATE.capacity)).toBe(204);
});
