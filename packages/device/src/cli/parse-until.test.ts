/** @module Ends of access as owners type them, and malformed ones. */
import { expect, test } from 'vitest';
import { formatMoment, parseUntil } from './parse-until.ts';

/** Thursday noon, in whatever time zone the tests run. */
const NOW = new Date(2026, 10, 26, 12).getTime();
const HOUR_MS = 60 * 60_000;

test.each([
  ['2026-11-29', new Date(2026, 10, 30).getTime()],
  ['2026-11-26', new Date(2026, 10, 27).getTime()],
  ['2026-12-31', new Date(2027, 0, 1).getTime()],
  ['2026-11-29T18:00', new Date(2026, 10, 29, 18).getTime()],
  ['2026-11-29 18:05', new Date(2026, 10, 29, 18, 5).getTime()],
  ['2026-11-26T12:01', NOW + 60_000],
  ['12h', NOW + 12 * HOUR_MS],
  ['2d', NOW + 48 * HOUR_MS],
  ['90s', NOW + 90_000],
  ['always', null],
])('%s', (text, expected) => {
  expect(parseUntil(text, NOW)).toBe(expected);
});

test.each(['2026-11-25', '2026-11-26T12:00', '1999-01-01'])('%s is refused as past', (text) => {
  expect(() => parseUntil(text, NOW)).toThrow(
    expect.objectContaining({
      code: 'ERR_END_OF_ACCESS',
      message: `the end of access '${text}' is in the past`,
    }),
  );
});

test.each([
  '',
  '0',
  '0d',
  'soon',
  'sunday',
  '2026-02-30',
  '2026-13-01',
  '2026-11-29T24:00',
  '2026-11-29T18:60',
  '29.11.2026',
  '2026-11-29T18',
  '-1d',
])('%j is refused, with the formats that are understood', (text) => {
  expect(() => parseUntil(text, NOW)).toThrow(
    expect.objectContaining({
      code: 'ERR_END_OF_ACCESS',
      message: expect.stringContaining('2026-11-29T18:00'),
    }),
  );
});

test('a moment is printed as it is typed', () => {
  expect(formatMoment(new Date(2026, 0, 9, 7, 5))).toBe('2026-01-09 07:05');
});
