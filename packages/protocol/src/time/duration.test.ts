/** @module Durations as people write them, and malformed ones. */
import { expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import { parseDuration } from './duration.ts';

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['12h', 43_200_000],
  ['30d', 2_592_000_000],
  ['3650d', 315_360_000_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', '30', 'd', '0d', '-1d', '1.5d', '3651d', '9999999999d', '1w', ' 1d'])(
  'parseDuration refuses %j',
  (text) => {
    expect(() => parseDuration(text)).toThrow(EdgeError);
  },
);
