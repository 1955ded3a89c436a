/** @module User names made of people's names. */
import { checkUsername } from '@longwire/client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameOf } from './username-of.ts';

test.each([
  ['anna', 'anna'],
  ['Anna', 'anna'],
  ['Änne Groß', 'anne-gross'],
  ['  Neighbour from No. 5 ', 'neighbour-from-no.-5'],
  ['Ольга', 'person'],
  ['a_b.c-d', 'a_b.c-d'],
])('%s becomes %s', (name, username) => {
  expect(usernameOf(name, [])).toBe(username);
});

test('a name that is taken gets the next free number', () => {
  expect(usernameOf('Anna', ['anna', 'anna-2'])).toBe('anna-3');
});

test('every name becomes a valid user name that is not taken', () => {
  const property = fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
    const username = usernameOf(name, []);
    expect(checkUsername(username)).toBe(username);
    expect(checkUsername(usernameOf(name, [username]))).not.toBe(username);
  });
  fc.assert(property);
});
