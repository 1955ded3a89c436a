/** @module The list of events: read from whatever a device answers, and in words. */
import { utf8Encode } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { activity as german } from '../messages/activity-de.ts';
import { activity as english } from '../messages/activity-en.ts';
import { byDay, nameOfDay } from './event-days.ts';
import { noteOf } from './note-of.ts';
import { readEvents, type Visit } from './read-events.ts';
import { accountOf, whenOf, whoOf } from './visit-text.ts';

const answer = (value: unknown, statusCode = 205) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { statusCode, payload: utf8Encode(text), text: () => text };
};

describe('readEvents', () => {
  test('reads notifications and visits', () => {
    const events = [
      { type: 'notification', id: 2, at: 20, title: 'Door', body: '', image: true },
      { type: 'visit', id: 1, at: 10, until: null, present: true, user: 'anna', name: null, role: 'Guest' },
    ];
    expect(readEvents(answer({ events }))).toEqual([
      {
        type: 'notification',
        id: 2,
        atMs: 20_000,
        kind: undefined,
        title: 'Door',
        body: undefined,
        hasImage: true,
      },
      {
        type: 'visit',
        id: 1,
        atMs: 10_000,
        untilMs: undefined,
        isPresent: true,
        username: 'anna',
        name: 'anna',
        role: 'Guest',
      },
    ]);
  });

  test.each([
    ['a refusal', answer({ events: [] }, 403)],
    ['no JSON', answer('<html>')],
    ['another shape', answer({ events: {} })],
    ['too much', { ...answer({ events: [] }), payload: new Uint8Array(512 * 1024 + 1) }],
  ])('is undefined for %s', (_, given) => expect(readEvents(given)).toBeUndefined());

  test.each([
    ['no time', { type: 'notification', id: 1, title: 'x' }],
    ['a time that no calendar has', { type: 'notification', id: 1, at: 1e300, title: 'x' }],
    ['no title', { type: 'notification', id: 1, at: 1, title: '\u202e ' }],
    ['no user', { type: 'visit', id: 1, at: 1, user: 7 }],
    ['an unknown type', { type: 'party', id: 1, at: 1, title: 'x' }],
    ['nothing', null],
  ])('leaves out an entry with %s', (_, entry) =>
    expect(
      readEvents(answer({ events: [entry, { type: 'visit', id: 9, at: 1, user: 'bob' }] })),
    ).toMatchObject([{ id: 9 }]),
  );

  test('shows 200 entries at most', () => {
    const events = Array.from({ length: 300 }, (_, id) => ({ type: 'visit', id, at: 1, user: 'bob' }));
    expect(readEvents(answer({ events }))).toHaveLength(200);
  });
});

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const visit = (fields: Partial<Visit>): Visit => ({
  type: 'visit',
  id: 1,
  atMs: at(26, 14, 2),
  untilMs: at(26, 14, 10),
  isPresent: false,
  username: 'anna',
  name: 'Anna',
  role: undefined,
  ...fields,
});

test.each([
  [visit({}), 'Anna was here', '14:02–14:10', 'Anna war hier'],
  [visit({ untilMs: at(26, 14, 2) }), 'Anna was here', '14:02', 'Anna war hier'],
  [visit({ untilMs: undefined }), 'Anna was here', '14:02', 'Anna war hier'],
  [visit({ isPresent: true, untilMs: undefined }), 'Anna is here', 'since 14:02', 'Anna ist hier'],
  [visit({ untilMs: at(27, 8) }), 'Anna was here', '14:02 – Nov 27, 08:00', 'Anna war hier'],
  [visit({ username: 'me' }), 'You were here', '14:02–14:10', 'Sie waren hier'],
  [visit({ username: 'me', isPresent: true }), 'You are here', 'since 14:02', 'Sie sind hier'],
])('a visit in words', (event, who, when, wer) => {
  expect(whoOf(event, 'me', english)).toBe(who);
  expect(whenOf(event, english)).toBe(when);
  expect(whoOf(event, 'me', german)).toBe(wer);
});

test.each([
  [visit({ name: 'anna' }), undefined],
  [visit({ name: 'anna', role: 'Guest' }), 'guest'],
  [visit({ username: 'ben', role: 'Guest' }), 'ben · guest'],
  [visit({ username: 'ben' }), 'ben'],
])(
  'under a visit is the role, and who it was behind a display name that anyone may choose',
  (event, account) => expect(accountOf(event, (role) => role.toLowerCase())).toBe(account),
);

test.each([
  ['motion', 'Movement', 'Bewegung'],
  ['party', 'as the device says it', 'as the device says it'],
  ['toString', 'as the device says it', 'as the device says it'],
  [undefined, 'as the device says it', 'as the device says it'],
])('a notification of the kind %s has words in each language that has them', (kind, en, de) => {
  const [read] =
    readEvents(
      answer({
        events: [{ type: 'notification', id: 1, at: 1, kind, title: 'x', body: 'as the device says it' }],
      }),
    ) ?? [];
  const notice = read?.type === 'notification' ? read : undefined;
  expect(notice && [noteOf(notice, english.kinds), noteOf(notice, german.kinds)]).toEqual([en, de]);
});

test('entries are grouped by calendar day, which has a name', () => {
  const days = byDay([at(26, 0, 5), at(25, 23, 55), at(25, 1), at(20, 12)].map((atMs) => ({ atMs })));
  expect(days.map(({ events }) => events.length)).toEqual([1, 2, 1]);
  const names = days.map(({ atMs }) => nameOfDay(atMs, at(26, 9), english.days));
  expect(names).toEqual(['Today', 'Yesterday', 'Friday, November 20']);
});
