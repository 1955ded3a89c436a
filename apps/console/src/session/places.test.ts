/** @module The places of a device. */
import { expect, test } from 'vitest';
import { placesOf, type PlacesInput } from './places.ts';

const ALL = ['requests', 'terminal', 'web', 'connection'];

test.each<[string, PlacesInput, readonly string[], readonly string[]]>([
  ['an administrator', { role: 'Administrator', isListingStreams: true }, ['live', 'people'], ALL],
  [
    'a user whose role is not known yet',
    { role: undefined, isListingStreams: undefined },
    ['live', 'people'],
    ALL,
  ],
  ['a user', { role: 'Standard', isListingStreams: true }, ['live'], [...ALL, 'people']],
  [
    "a role of the device's own making",
    { role: 'Janitor', isListingStreams: true },
    ['live'],
    [...ALL, 'people'],
  ],
  ['a guest', { role: 'Guest', isListingStreams: true }, ['live'], ['connection', 'people']],
  [
    'an administrator of a device without a page of its own',
    { role: 'Administrator', isListingStreams: false },
    ['live', 'people'],
    ['requests', 'terminal', 'connection'],
  ],
])('%s', (_who, input, bar, more) => {
  expect(placesOf(input)).toEqual({ bar, more });
});
