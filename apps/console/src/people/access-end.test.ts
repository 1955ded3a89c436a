/** @module Ends of access: read from records, chosen in forms, and named. */
import { expect, test } from 'vitest';
import {
  accessEndOf,
  ACCESS_CHOICES,
  chosenEnd,
  draftOf,
  fieldText,
  hasAccessEnded,
  nearnessOf,
  type AccessChoice,
} from './access-end.ts';

/** A Thursday. */
const THURSDAY = new Date(2026, 10, 26, 16, 45).getTime();
const SUNDAY = new Date(2026, 10, 29, 9, 0).getTime();

test.each([
  [{}, undefined, false],
  [{ AccessEndsAt: null }, null, false],
  [{ AccessEndsAt: 1_800_000_000, AccessEndsIn: 60 }, { atMs: 1_800_000_000_000, leftMs: 60_000 }, false],
  [{ AccessEndsAt: 1_800_000_000, AccessEndsIn: 0 }, { atMs: 1_800_000_000_000, leftMs: 0 }, true],
] as const)('%j', (fields, end, hasEnded) => {
  const read = accessEndOf({ Username: 'gina', ...fields });
  expect(read).toEqual(end);
  expect(hasAccessEnded(read)).toBe(hasEnded);
});

test.each<[AccessChoice, number, string | undefined]>([
  ['tonight', THURSDAY, '2026-11-26T23:59'],
  ['sunday', THURSDAY, '2026-11-29T23:59'],
  ['sunday', SUNDAY, '2026-12-06T23:59'],
  ['week', THURSDAY, '2026-12-03T16:45'],
])('%s', (choice, nowMs, expected) => {
  const end = chosenEnd({ choice, date: '' }, nowMs);
  expect(end instanceof Date && fieldText(end)).toBe(expected);
});

test('always has no end, and a date is the one that was typed, unless it is missing or past', () => {
  const date = (text: string) => chosenEnd({ choice: 'date', date: text }, THURSDAY);
  expect(chosenEnd({ choice: 'always', date: '2026-11-27T10:00' }, THURSDAY)).toBeNull();
  expect(date('2026-11-27T10:00')).toEqual(new Date(2026, 10, 27, 10));
  expect([date(''), date('2026-11-26T16:45'), date('soon')]).toEqual([undefined, undefined, undefined]);
});

test('an end that is set is offered as a date, and none as always', () => {
  const atMs = new Date(2026, 0, 9, 7, 5).getTime();
  expect(draftOf({ atMs, leftMs: 1 })).toEqual({ choice: 'date', date: '2026-01-09T07:05' });
  expect([draftOf(null), draftOf(undefined)].map(({ choice }) => choice)).toEqual(['always', 'always']);
  expect(new Set(ACCESS_CHOICES).size).toBe(5);
});

test.each([
  [new Date(2026, 10, 26, 0, 0), 'today'],
  [new Date(2026, 10, 26, 23, 59), 'today'],
  [new Date(2026, 10, 27, 0, 0), 'tomorrow'],
  [new Date(2026, 10, 28, 0, 0), 'this-week'],
  [new Date(2026, 11, 2, 23, 59), 'this-week'],
  [new Date(2026, 11, 3, 0, 0), 'this-year'],
  [new Date(2026, 10, 25, 23, 59), 'this-year'],
  [new Date(2027, 0, 1), 'other-year'],
  [new Date(2025, 11, 31), 'other-year'],
] as const)('from a Thursday, %s is %s', (at, nearness) => {
  expect(nearnessOf(at.getTime(), THURSDAY)).toBe(nearness);
});
