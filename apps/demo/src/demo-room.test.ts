/** @module The demo's temperature changes and stays that of a room, and its heating has three kinds. */
import { expect, test } from 'vitest';
import { parseHeating, temperatureAt } from './demo-room.ts';

test('the temperature changes within seconds and stays pleasant', () => {
  const minute = Array.from({ length: 60 }, (_, second) => temperatureAt(1_800_000_000_000 + second * 1000));
  expect(new Set(minute).size).toBeGreaterThan(30);
  expect(Math.min(...minute)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...minute)).toBeLessThanOrEqual(23);
});

test('the heating is one of three kinds', () => {
  expect(['comfort', 'eco', 'off'].map(parseHeating)).toEqual(['comfort', 'eco', 'off']);
  expect(() => parseHeating('hot')).toThrow('heating must be comfort, eco, off, got hot');
});
