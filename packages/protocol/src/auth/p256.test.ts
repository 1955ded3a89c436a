/** @module The curve's numbers are those of the library's own P-256. */
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { P256 } from './p256.ts';

test('SEC 2 section 2.4.2: the same curve, base point and order', () => {
  expect(P256.CURVE()).toEqual(p256.Point.CURVE());
  expect(P256.BASE.toHex(false)).toBe(p256.Point.BASE.toHex(false));
});

test('a multiple is the same point', () => {
  const factor = P256.Fn.ORDER - 12_345n;
  expect(P256.BASE.multiply(factor).toHex(false)).toBe(p256.Point.BASE.multiply(factor).toHex(false));
});
