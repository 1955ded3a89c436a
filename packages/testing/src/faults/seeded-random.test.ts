/** @module Reproducible random numbers. */
import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

function draw(seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: 1000 }, () => random());
}

test('seededRandom gives the same numbers for the same seed and others for another seed', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('seededRandom spreads numbers evenly from 0 up to 1', () => {
  const numbers = draw(7);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length;
    expect(share).toBeGreaterThan(0.06);
    expect(share).toBeLessThan(0.14);
  }
});
