/** @module Only a device whose messages are on can notify, and only in its own name. */
import { expect, test } from 'vitest';
import { openLibrary } from '../devices/open-library.fixture.ts';
import { isFromDevice, keepPushSenders } from './push-senders.ts';

test('the devices whose messages are on are stored, at once and with each change', async () => {
  const library = await openLibrary();
  const stored: unknown[] = [];
  keepPushSenders(library, (text) => stored.push(JSON.parse(text)));
  const turnOn = async (name: string): Promise<void> => {
    library.remember({ productId: 'p', deviceId: name, service: 'https://s.example', sct: 't' });
    await library.notePushTurnedOn(`p/${name}`, {
      path: '/events',
      username: 'anna',
      key: 'k',
      sender: name,
    });
  };
  await turnOn('d1');
  await turnOn('d2');
  await library.noteSeen('p/d1');
  await library.notePush('p/d1', undefined);
  await library.remove('p/d2');
  expect(stored).toEqual([{}, { 'p/d1': 'd1' }, { 'p/d1': 'd1', 'p/d2': 'd2' }, { 'p/d2': 'd2' }, {}]);
});

test.each([
  ['the device itself', 'p/d1', 'one', true],
  ['another device in its name', 'p/d1', 'two', false],
  ['a device without a sender', 'p/d1', undefined, false],
  ['one that an earlier console stored, with an empty sender', 'p/d3', '', false],
  ['a device whose messages are off', 'p/d9', 'one', false],
])('a message of %s', (_, key, sender, isFrom) => {
  const senders = { 'p/d1': 'one', 'p/d2': 'two', 'p/d3': '' };
  expect(isFromDevice(senders, key, sender)).toBe(isFrom);
  expect(isFromDevice(undefined, key, sender)).toBe(false);
});
