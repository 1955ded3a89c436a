/** @module The places of a device. */
import { expect, test } from 'vitest';
import { placesOf, type PlacesInput } from './places.ts';

const WITH_CONTROLS = ['terminal', 'web', 'connection'];
const ALL = ['controls', ...WITH_CONTROLS];

test.each<[string, PlacesInput, readonly string[], readonly string[]]>([
  [
    'an administrator',
    { role: 'Administrator', hasStreams: true, isListingStreams: true, hasControls: false, hasEvents: false },
    ['live', 'people'],
    ALL,
  ],
  [
    'a user whose role is not known yet',
    { role: undefined, hasStreams: true, isListingStreams: undefined, hasControls: false, hasEvents: false },
    ['live', 'people'],
    ALL,
  ],
  [
    'a user',
    { role: 'Standard', hasStreams: true, isListingStreams: true, hasControls: false, hasEvents: false },
    ['live'],
    [...ALL, 'people'],
  ],
  [
    "a role of the device's own making",
    { role: 'Janitor', hasStreams: true, isListingStreams: true, hasControls: false, hasEvents: false },
    ['live'],
    [...ALL, 'people'],
  ],
  [
    'a user whose role has no streams',
    { role: 'Standard', hasStreams: false, isListingStreams: true, hasControls: false, hasEvents: false },
    ['live'],
    ['controls', 'connection', 'people'],
  ],
  [
    'a guest',
    { role: 'Guest', hasStreams: true, isListingStreams: true, hasControls: false, hasEvents: false },
    ['live'],
    ['connection', 'people'],
  ],
  [
    'an administrator of a device with controls',
    { role: 'Administrator', hasStreams: true, isListingStreams: true, hasControls: true, hasEvents: false },
    ['live', 'controls', 'people'],
    WITH_CONTROLS,
  ],
  [
    'an administrator of a device with events',
    {
      role: 'Administrator',
      hasStreams: true,
      isListingStreams: true,
      hasControls: false,
      hasEvents: true,
    },
    ['live', 'people'],
    ['activity', ...ALL],
  ],
  [
    'a guest to whom a device gives controls',
    { role: 'Guest', hasStreams: true, isListingStreams: true, hasControls: true, hasEvents: false },
    ['live', 'controls'],
    ['connection', 'people'],
  ],
  [
    'an administrator of a device without a page of its own',
    {
      role: 'Administrator',
      hasStreams: true,
      isListingStreams: false,
      hasControls: false,
      hasEvents: false,
    },
    ['live', 'people'],
    ['controls', 'terminal', 'connection'],
  ],
])('%s', (_who, input, bar, more) => {
  expect(placesOf(input)).toEqual({ bar, more });
});
