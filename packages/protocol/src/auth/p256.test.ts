/** @module P-256 here equals the library's own. */
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { P256 } from './p256.ts';

test('P256 has the curve, base point and order of SEC 2 section 2.4.2', () => {
  expect(P256.CURVE()).toEqual(p256.Point.CURVE());
  expect(P256.BASE.toHex(false)).toBe(p256.Point.BASE.toHex(false));
});

test('P256 computes the same multiples as the curve of the library', () => {
  const factor = P256.Fn.ORDER - 12_345n;
  expect(P256.BASE.multiply(factor).toHex(false)).toBe(p256.Point.BASE.multiply(factor).toHex(false));
});
