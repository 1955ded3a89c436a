/** @module The layout of tiles. */
import { expect, test } from 'vitest';
import { tileLayout } from './tile-layout.ts';

test.each([
  [1, 1280, 700, 1],
  [2, 1280, 700, 2],
  [2, 1280, 740, 2],
  [4, 1280, 700, 2],
  [9, 1280, 700, 3],
  [16, 1280, 700, 4],
  [9, 390, 740, 2],
  [2, 390, 740, 1],
  [9, 740, 320, 3],
  [16, 390, 740, 2],
  [3, 100, 100, 1],
])('the wall arranges %i tiles in %i × %i pixels into %i columns', (count, width, height, columns) => {
  expect(tileLayout(count, { width, height }, 150).columns).toBe(columns);
});

test.each([
  ['three on a wide screen: two columns, as high as fits', 3, 1440, 810, 2, 720],
  ['three on a phone: one below the other over the full width', 3, 390, 640, 1, 379],
  ['six on a phone scroll over the full width', 6, 390, 640, 1, 390],
])('%s', (_what, count, width, height, columns, tileWidth) => {
  const layout = tileLayout(count, { width, height }, 300);
  expect(layout.columns).toBe(columns);
  expect(Math.round(layout.tileWidth)).toBe(tileWidth);
});
