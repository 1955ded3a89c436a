/** @module Quiet hours: by the clock of the person's time zone, over midnight and over the change to summer time. */
import { expect, test } from 'vitest';
import { isQuiet, parseQuietHours } from './quiet-hours.ts';

const NIGHT = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const NOON = { from: '12:00', to: '13:30', timeZone: 'America/New_York' };

test.each([
  [NIGHT, '2026-11-26T20:59:00Z', false],
  [NIGHT, '2026-11-26T21:00:00Z', true],
  [NIGHT, '2026-11-27T05:59:00Z', true],
  [NIGHT, '2026-11-27T06:00:00Z', false],
  // summer time
  [NIGHT, '2026-07-01T05:00:00Z', false],
  [NIGHT, '2026-07-01T20:00:00Z', true],
  [NOON, '2026-11-26T16:59:59Z', false],
  [NOON, '2026-11-26T17:00:00Z', true],
  [NOON, '2026-11-26T18:30:00Z', false],
  [null, '2026-11-26T21:00:00Z', false],
])('%j at %s: %j', (hours, at, quiet) => expect(isQuiet(hours, Date.parse(at))).toBe(quiet));

test('null takes them away', () => expect(parseQuietHours(null)).toBeNull());

test.each([
  ['nothing', undefined],
  ['a text', 'night'],
  ['an hour of no clock', { ...NIGHT, from: '24:00' }],
  ['no minutes', { ...NIGHT, to: '7' }],
  ['no time in between', { ...NIGHT, to: '22:00' }],
  ['an unknown zone', { ...NIGHT, timeZone: 'Moon/Base' }],
  ['no zone', { from: '22:00', to: '07:00' }],
  ['a long zone', { ...NIGHT, timeZone: 'x'.repeat(10_000) }],
])('%s is refused', (_, body) =>
  expect(() => parseQuietHours(body)).toThrow(expect.objectContaining({ statusCode: 400 })),
);
