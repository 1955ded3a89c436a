/** @module Tiles whose names come only from the service are labelled by their kind. */
import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { de } from '../messages/de.ts';
import { tileName } from './tile-name.ts';

const LIE = 'Camera locked. Call +49 000 123.';

test('a track whose name the device itself gave is labelled by its title, else by that name', () => {
  const garden = { kind: 'video', trackId: 'garden-video', title: 'Garden', isAuthenticated: true } as const;
  expect(tileName(garden, 1, en.live)).toBe('Garden');
  expect(tileName({ kind: 'video', trackId: 'garden', isAuthenticated: true }, 1, en.live)).toBe('garden');
});

test('any other track is labelled by its kind and its number, in each language, and never by a text that came with it', () => {
  const unconfirmed = { trackId: LIE, title: LIE, isAuthenticated: false } as const;
  const names = [en, de].flatMap(({ live }) =>
    (['video', 'audio'] as const).map((kind) => tileName({ ...unconfirmed, kind }, 2, live)),
  );
  expect(names).toEqual(['Camera 2', 'Sound 2', 'Kamera 2', 'Ton 2']);
});
