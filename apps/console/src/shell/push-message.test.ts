/** @module What the service worker shows of a push message, whatever it says. */
import { expect, test } from 'vitest';
import * as german from '../messages/event-kinds-de.ts';
import { readPush, ringsAgain } from './push-message.ts';

const SAID = {
  title: 'Front door',
  body: 'Someone rings',
  product: 'pr-1',
  device: 'de-1',
  sender: 'one',
};
const SENDERS = JSON.stringify({ 'pr-1/de-1': 'one', 'pr-1/de-2': 'two', 'a/b/de-1': 'one' });
const read = (fields: object) => readPush(JSON.stringify({ ...SAID, ...fields }), german, SENDERS);

test('a message is shown with the place that a click opens', () => {
  expect(read({})).toEqual({
    title: 'Front door',
    options: {
      body: 'Someone rings',
      tag: '#/device/pr-1/de-1/live Front door',
      icon: 'icon-192.png',
      data: '#/device/pr-1/de-1/live',
    },
  });
});

test.each([
  ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
  ['iVBORw0KGgoAAA==', 'data:image/png;base64,iVBORw0KGgoAAA=='],
  ['https://elsewhere.example/x.png', undefined],
  ['"onerror=', undefined],
  [7, undefined],
])('the picture %s becomes %s', (image, url) => expect(read({ image }).options.image).toBe(url));

test.each([
  ['no JSON', readPush('<html>', german, SENDERS)],
  ['nothing', readPush('', german, SENDERS)],
  ['a path as a device', read({ device: '../../service' })],
  ['one device in the name of another', read({ device: 'de-2' })],
  ['a device that names no sender', read({ sender: undefined })],
  ['a device whose messages are off', read({ device: 'de-9' })],
  ['a device before the console has stored any', readPush(JSON.stringify(SAID), german, undefined)],
])('of %s nothing is shown, and nothing rings', (_, { title, options }) => {
  expect([title, options]).toEqual([
    'Longwire',
    { body: german.unknownSender, tag: 'unknown', icon: 'icon-192.png', silent: true, data: '#/' },
  ]);
});

test('a message of a device whose id has capital letters is shown: ids that differ only in case are one device', () => {
  expect(read({ product: 'PR-1', device: 'De-1' }).title).toBe('Front door');
});

test('a message without texts has the name of the console, and one of an id that is none opens the list of devices', () => {
  const { title, options } = read({ title: 7, body: null, product: 'a/b' });
  expect([title, options.body, options.data]).toEqual(['Longwire', '', '#/']);
});

test('movement is said in the language of the console, and when it was', () => {
  const { title, options } = read({ kind: 'motion', title: 'Garden', body: 'Movement', at: 1_795_701_600 });
  expect(title).toBe('Garden');
  expect(options).toMatchObject({ body: 'Bewegung', timestamp: 1_795_701_600_000 });
  expect(read({ kind: 'party' }).options.body).toBe('Someone rings');
});

test('a long text is cut', () => {
  const { title, options } = read({ title: 'x'.repeat(5000), body: 'y'.repeat(5000) });
  expect([title.length, options.body.length]).toEqual([128, 512]);
});

test('a message that replaces another rings if it is about another moment', () => {
  expect(ringsAgain({ timestamp: 1 }, undefined)).toBe(false);
  expect(ringsAgain({ timestamp: 1 }, { timestamp: 1 })).toBe(false);
  expect(ringsAgain({ timestamp: 2 }, { timestamp: 1 })).toBe(true);
  expect(ringsAgain({}, { timestamp: 1 })).toBe(true);
  expect(ringsAgain({ silent: true }, {})).toBe(false);
});
