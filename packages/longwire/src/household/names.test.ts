/** @module Ids made from names. */
import { expect, test } from 'vitest';
import { idOf, uniqueIds } from './names.ts';

test.each([
  ['Front door', 'front-door'],
  ['  Haustür! ', 'haustur'],
  ['門', 'fallback'],
  ['', 'fallback'],
  ['x'.repeat(40), 'x'.repeat(32)],
])('the id of %j is %s', (name, id) => {
  expect(idOf(name, 'fallback')).toBe(id);
});

test('names that give the same id are numbered, within the longest id', () => {
  expect(uniqueIds(['Door', 'door', 'DOOR', '門'], 'camera')).toEqual([
    'door',
    'door-2',
    'door-3',
    'camera-4',
  ]);
  const long = 'y'.repeat(40);
  expect(uniqueIds([long, long], 'camera')).toEqual(['y'.repeat(32), `${'y'.repeat(30)}-2`]);
});
