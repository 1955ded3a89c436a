/** @module Points in time, in both languages. */

import { expect, test } from 'vitest';
import { de } from '../messages/de.ts';
import { en } from '../messages/en.ts';
import { sinceWhen } from './since-when.ts';

const NOW = new Date(2026, 2, 30, 14, 40).getTime();

test.each([
  ['a moment ago', new Date(NOW), '14:40', '14:40 Uhr'],
  ['this morning', new Date(2026, 2, 30, 0, 0), '00:00', '00:00 Uhr'],
  ['yesterday', new Date(2026, 2, 29, 23, 59), 'yesterday, 23:59', 'gestern, 23:59 Uhr'],
  [
    'early yesterday, more than a day ago',
    new Date(2026, 2, 29, 0, 5),
    'yesterday, 00:05',
    'gestern, 00:05 Uhr',
  ],
  ['the day before', new Date(2026, 2, 28, 23, 59), 'Mar 28, 23:59', '28. März, 23:59 Uhr'],
  ['the first day of the year', new Date(2026, 0, 1, 9, 5), 'Jan 1, 09:05', '1. Jan., 09:05 Uhr'],
  ['last year', new Date(2025, 11, 31, 9, 5), 'Dec 31, 2025', '31. Dez. 2025'],
])('formats a time: %s', (_title, then, english, german) => {
  expect(sinceWhen(then.getTime(), NOW, en.since)).toBe(english);
  expect(sinceWhen(then.getTime(), NOW, de.since)).toBe(german);
});
