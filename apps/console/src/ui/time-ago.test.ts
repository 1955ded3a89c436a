/** @module Elapsed time in words, in both languages. */

import { expect, test } from 'vitest';
import { de } from '../messages/de.ts';
import { en } from '../messages/en.ts';
import { timeAgo } from './time-ago.ts';

const MINUTE_MS = 60_000;
/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 9, 0);

const ago = (then: Date | number, now: Date = NOW): string[] => {
  const [thenMs, nowMs] = [then.valueOf(), now.getTime()];
  return [timeAgo(thenMs, nowMs, en.time), timeAgo(thenMs, nowMs, de.time)];
};

test.each([
  [0, 'just now', 'gerade eben'],
  [-1, 'just now', 'gerade eben'],
  [1, '1 minute ago', 'vor 1 Minute'],
  [5, '5 minutes ago', 'vor 5 Minuten'],
  [60, '1 hour ago', 'vor 1 Stunde'],
  [23 * 60, '23 hours ago', 'vor 23 Stunden'],
])('%i minutes are shown in words', (minutes, english, german) => {
  expect(ago(NOW.getTime() - minutes * MINUTE_MS)).toEqual([english, german]);
});

test.each([
  ['more than a day ago, on the day before', new Date(2026, 10, 24, 8, 59), 'yesterday', 'gestern'],
  ['less than two days ago, two days before', new Date(2026, 10, 23, 10), '2 days ago', 'vorgestern'],
  ['less than three days ago, three days before', new Date(2026, 10, 22, 23), '3 days ago', 'vor 3 Tagen'],
])('days are those of the calendar: %s', (_title, then, english, german) => {
  expect(ago(then)).toEqual([english, german]);
});

test('a day of a clock change counts as one day', () => {
  // A day of 23 hours wherever clocks change on that date, and of 24 elsewhere.
  expect(ago(new Date(2026, 2, 28, 8), new Date(2026, 2, 30, 9))).toEqual(['2 days ago', 'vorgestern']);
});
