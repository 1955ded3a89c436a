/** @module The waits of a session between attempts. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs, type BackOff } from '@longwire/protocol';
import { sessionPolicy } from './session-policy.ts';

const paces = fc.constantFrom<BackOff>(...Object.values(sessionPolicy.paces));
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('backOffMs spreads the wait from the floor to the doubled base and never exceeds the cap', () => {
  fc.assert(
    fc.property(paces, fc.nat({ max: 5000 }), share, (pace, inRow, random) => {
      const delayMs = backOffMs(pace, inRow, random);
      expect(Number.isSafeInteger(delayMs)).toBe(true);
      expect(delayMs).toBeGreaterThanOrEqual(pace.floorMs);
      expect(delayMs).toBeLessThanOrEqual(pace.floorMs + pace.capMs);
    }),
  );
});

test.each([
  [1, 0, 0],
  [1, 0.5, 250],
  [2, 0.5, 500],
  [4, 0.5, 2000],
  [7, 0.5, 15_000],
  [1000, 0.5, 15_000],
])('quick wait number %i with random value %d is %i ms', (inRow, random, delayMs) => {
  expect(backOffMs(sessionPolicy.paces.quick, inRow, random)).toBe(delayMs);
});

test('waits at least 15 seconds after a refusal', () => {
  expect(backOffMs(sessionPolicy.paces.reluctant, 1, 0)).toBe(15_000);
});
