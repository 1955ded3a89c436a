/** @module Which coordinates are a P-256 public key, compared with an independent implementation of the curve. */
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { base64urlEncode } from '../bytes/base64url.ts';
import { hexToBytes } from '../bytes/hex.ts';
import { parsePublicJwk } from './public-jwk.ts';

const PRIME = p256.Point.CURVE().p;

const coordinate = (value: bigint): string =>
  base64urlEncode(hexToBytes(value.toString(16).padStart(64, '0')));

const read = (x: bigint, y: bigint): unknown =>
  parsePublicJwk({ kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y) });

const refused = expect.objectContaining({ code: 'ERR_PUBLIC_KEY' });

/** The first points by x; half of all numbers are not the x of a point. */
function smallPoints(): { x: bigint; y: bigint }[] {
  const compressed = Array.from({ length: 20 }, (_, x) => `02${x.toString(16).padStart(64, '0')}`);
  return compressed
    .filter((hex) => p256.utils.isValidPublicKey(hexToBytes(hex)))
    .map((hex) => p256.Point.fromHex(hex).toAffine());
}

test('parsePublicJwk accepts points on the curve and refuses their neighbours', () => {
  const points = Array.from({ length: 20 }, (_, index) => p256.Point.BASE.multiply(BigInt(index + 1)));
  for (const { x, y } of points.map((point) => point.toAffine())) {
    expect(read(x, y)).toEqual({ kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y) });
    expect(read(x, PRIME - y)).toBeDefined();
    expect(() => read(x, y ^ 1n)).toThrow(refused);
    expect(() => read(x ^ 1n, y)).toThrow(refused);
  }
});

test('parsePublicJwk refuses coordinates at or above the prime', () => {
  const points = smallPoints();
  expect(points.length).toBeGreaterThan(3);
  for (const { x, y } of points) {
    expect(read(x, y)).toBeDefined();
    expect(() => read(x + PRIME, y)).toThrow(refused);
  }
});

test.each([
  ['zeros', 0n, 0n],
  ['the prime', PRIME, PRIME],
])('%s are no point', (_, x, y) => {
  expect(() => read(x, y)).toThrow(refused);
});

test('parsePublicJwk refuses coordinates of another width or that are not base64url', () => {
  const { x, y } = p256.Point.BASE.toAffine();
  for (const wrong of ['', '!', base64urlEncode(new Uint8Array(31)), base64urlEncode(new Uint8Array(33))]) {
    expect(() => parsePublicJwk({ kty: 'EC', crv: 'P-256', x: wrong, y: coordinate(y) })).toThrow(refused);
    expect(() => parsePublicJwk({ kty: 'EC', crv: 'P-256', x: coordinate(x), y: wrong })).toThrow(refused);
  }
});
