/** @module The service worker subscribes again after the browser has ended its subscription, with the same key. */
import { expect, test } from 'vitest';
import { subscribeAgain, type SubscriptionChange } from './subscribe-again.ts';

const key = Uint8Array.of(4, 5, 6).buffer;
const ended = { options: { applicationServerKey: key, userVisibleOnly: true } };

test.each<[string, SubscriptionChange, unknown[]]>([
  ['one that was ended', { oldSubscription: ended, newSubscription: null }, [key]],
  ['one that the browser has replaced', { oldSubscription: ended, newSubscription: {} }, []],
  ['one of which the browser says nothing', {}, []],
  [
    'one without a key',
    { oldSubscription: { options: { ...ended.options, applicationServerKey: null } } },
    [],
  ],
])('for %s', async (_, change, keys) => {
  const asked: unknown[] = [];
  await subscribeAgain(change, {
    subscribe: async (options) => {
      asked.push(options?.applicationServerKey);
      return await Promise.resolve(Object.create(null));
    },
  });
  expect(asked).toEqual(keys);
});
