/** @module The layout of the wall, and the choice of its devices. */

import { expect, test } from 'vitest';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { onWall, readChoice } from './wall-choice.ts';
import { wallColumns } from './wall-layout.ts';

test.each([
  [1, 1280, 700, 1],
  [2, 1280, 700, 2],
  [4, 1280, 700, 2],
  [9, 1280, 700, 3],
  [16, 1280, 700, 4],
  [9, 390, 740, 2],
  [2, 390, 740, 1],
  [9, 740, 320, 3],
  [16, 390, 740, 2],
  [3, 100, 100, 1],
])('the wall arranges %i tiles in %i × %i pixels into %i columns', (count, width, height, columns) => {
  expect(wallColumns(count, { width, height })).toBe(columns);
});

const devices = Array.from({ length: 20 }, (_, index): RememberedDevice => ({
  key: `p/${index}`,
  productId: 'p',
  deviceId: String(index),
  service: 'ws://h',
  sct: '',
  addedAtMs: index,
  verifiedAtMs: 100 - index,
}));
const keys = (chosen: readonly string[] | undefined): string[] =>
  onWall(devices, chosen).map(({ key }) => key);

test('the wall shows the first nine devices without a choice, and no tile moves when a device proves its key', () => {
  expect(keys(undefined)).toEqual(devices.slice(0, 9).map(({ key }) => key));
  expect(keys(['p/7', 'p/2', 'p/gone'])).toEqual(['p/2', 'p/7']);
  expect(keys([])).toEqual([]);
  expect(keys(devices.map(({ key }) => key))).toHaveLength(16);
});

test('a stored choice is restored, and a damaged one is ignored', () => {
  expect(readChoice('["a",7,"b"]')).toEqual(['a', 'b']);
  expect([readChoice(undefined), readChoice('{'), readChoice('{}')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
