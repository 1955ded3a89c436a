/** @module The choice of the wall's devices. */

import { expect, test } from 'vitest';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { onWall, readChoice } from './wall-choice.ts';

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
