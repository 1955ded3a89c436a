/** @module When the browser's push subscription ends. */

import { ManualClock } from '@longwire/testing/clock';
import { expect, test, vi } from 'vitest';
import { openLibrary } from '../devices/open-library.fixture.ts';
import { unsubscribe } from './browser-push.ts';
import { endUnusedPush } from './end-unused-push.ts';
import { fakeBrowser, ONE, OTHER } from './fake-browser.fixture.ts';

const push = { path: '/events', username: 'anna', key: ONE, sender: 'of the door' };

async function libraryWith(count: number) {
  const library = await openLibrary();
  const end = vi.fn<() => Promise<void>>(async () => undefined);
  const ended = endUnusedPush(library, end);
  for (let number = 0; number < count; number += 1) {
    library.remember({ productId: 'p', deviceId: `d${number}`, service: 'https://s.example', sct: 't' });
    await library.notePushTurnedOn(`p/d${number}`, push);
  }
  return { library, end, ended };
}

test('with the last device whose messages are on, not before', async () => {
  const { library, end } = await libraryWith(3);
  await library.remove('p/d0');
  await library.notePush('p/d1', undefined);
  expect(end).not.toHaveBeenCalled();
  await library.remove('p/d2');
  expect(end).toHaveBeenCalledTimes(1);
  await library.remove('p/d1');
  expect(end).toHaveBeenCalledTimes(1);
});

test('not when a device of another service takes the place of all others', async () => {
  const { library, end } = await libraryWith(2);
  await library.notePushTurnedOn('p/d0', { ...push, key: OTHER });
  expect(library.find('p', 'd1')?.push).toBeUndefined();
  expect(end).not.toHaveBeenCalled();
});

test('what forgets the devices can wait until it has ended', async () => {
  const { library, end, ended } = await libraryWith(1);
  await ended();
  const { promise, resolve } = Promise.withResolvers<void>();
  end.mockReturnValue(promise);
  await library.remove('p/d0');
  const steps: string[] = [];
  const waiting = ended().then(() => steps.push('ended'));
  await Promise.resolve();
  steps.push('asked');
  resolve();
  await waiting;
  expect(steps).toEqual(['asked', 'ended']);
});

test('unsubscribe ends the subscription, and does nothing without one', async () => {
  const { container, calls } = fakeBrowser(ONE);
  await unsubscribe(container, new ManualClock());
  await unsubscribe(container, new ManualClock());
  expect(calls).toEqual(['unsubscribe']);
});
