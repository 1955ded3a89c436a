/** @module The changes of one connection do not delay those of another. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ResourceHarness } from '../coap/resource-harness.fixture.ts';
import type { IamState } from './iam-state.ts';
import { household, PASSWORD, put, send } from './resources/household.fixture.ts';
import type { StateStore } from './state-store.ts';

test('a user who floods the device with changes is deleted without delay', async () => {
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
  const flood = Array.from({ length: 60 }, () => put(bob, '/iam/users/bob/display-name', 'Bob'));
  expect(await send(admin, 'DELETE', '/iam/users/bob')).toBe(202);
  expect(saves).toBeLessThanOrEqual(3);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(57);
});
