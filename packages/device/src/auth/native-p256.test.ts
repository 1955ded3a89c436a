/** @module OpenSSL's multiples equal those of the curve library. */
import { P256, type Multiply, type Point } from '@longwire/protocol/login';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { multiplyNatively } from './native-p256.ts';

const ORDER = P256.Fn.ORDER;

const multiplyByLibrary: Multiply = (point, factor) => {
  const scalar = P256.Fn.create(factor);
  return scalar === 0n ? P256.ZERO : point.multiply(scalar);
};

const hexOf = (point: Point): string => (point.is0() ? '00' : point.toHex(false));

const G = P256.BASE;
/** A point whose Z is not 1, like sums and differences. */
const sum = G.double().add(G);

const anyFactor = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });
/** Factors at the edges of the arithmetic. */
const edges = [
  0n,
  1n,
  2n,
  3n,
  ORDER >> 1n,
  ORDER - 3n,
  ORDER - 2n,
  ORDER - 1n,
  ORDER,
  ORDER + 1n,
  2n * ORDER,
];

test('any multiple of any point equals that of the curve library', () => {
  const anyPoint = anyFactor.map((factor) => multiplyByLibrary(G, factor));
  const factor = fc.oneof({ arbitrary: anyFactor, weight: 3 }, fc.constantFrom(...edges));
  fc.assert(
    fc.property(anyPoint, factor, (point, k) => {
      expect(hexOf(multiplyNatively(point, k))).toBe(hexOf(multiplyByLibrary(point, k)));
    }),
  );
});

test('sums with a native multiple, and multiples of one, equal those of the curve library', () => {
  fc.assert(
    fc.property(anyFactor, anyFactor, (w, y) => {
      const native = multiplyNatively(G.subtract(multiplyNatively(sum, w)), y);
      expect(hexOf(native)).toBe(hexOf(multiplyByLibrary(G.subtract(multiplyByLibrary(sum, w)), y)));
    }),
    { numRuns: 30 },
  );
});

describe.each([
  ['G', G],
  ['another point', sum],
  ['the inverse of G', G.negate()],
  ['the identity', P256.ZERO],
])('%s', (_title, point) => {
  test.each(edges)('times %i equals the multiple of the curve library', (factor) => {
    expect(hexOf(multiplyNatively(point, factor))).toBe(hexOf(multiplyByLibrary(point, factor)));
  });
});

type Coordinate = (multiple: Point, next: Point) => bigint;

/** The smallest factor whose multiple of a point has such a coordinate with a leading zero byte. */
function factorWithLeadingZero(point: Point, coordinate: Coordinate): bigint {
  let [factor, multiple] = [1n, point];
  while (coordinate(multiple, multiple.add(point)) >= 1n << 248n)
    [factor, multiple] = [factor + 1n, multiple.add(point)];
  return factor;
}

test.each<[string, Point, Coordinate]>([
  ['x of a multiple', sum, (multiple) => multiple.x],
  ['x of the next multiple', sum, (_multiple, next) => next.x],
  ['y of a multiple', sum, (multiple) => multiple.y],
  ['x of a multiple of G', G, (multiple) => multiple.x],
  ['y of a multiple of G', G, (multiple) => multiple.y],
])('%s begins with a zero byte', (_title, point, coordinate) => {
  const factor = factorWithLeadingZero(point, coordinate);
  expect(hexOf(multiplyNatively(point, factor))).toBe(hexOf(multiplyByLibrary(point, factor)));
});

test('a point off the curve is refused', () => {
  const { x, y } = sum.toAffine();
  expect(() => multiplyNatively(P256.fromAffine({ x, y: y + 1n }), 7n)).toThrow('bad point');
});
