/** @module The same bytes and values as cborg, an independent implementation. */
import { decode, encode } from 'cborg';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesToHex } from '../bytes/hex.ts';
import { decodeCbor } from './decode-cbor.ts';
import { encodeCbor } from './encode-cbor.ts';

/** Halves, singles and doubles alike, with NaN and infinities; subnormal halves are written as singles here. */
const float = fc.oneof(
  fc.double(),
  fc.float(),
  fc.integer({ min: -(2 ** 14), max: 2 ** 14 }).map((quarters) => quarters / 4),
  fc.constantFrom(65_504, 65_504.5, 2 ** -14, 1 + 2 ** -10, 1 + 2 ** -11, Infinity, -Infinity, Number.NaN),
);

const isTinyHalf = (value: number): boolean =>
  Math.abs(value) < 2 ** -14 && Number.isInteger(value * 2 ** 24);

const scalar = fc.oneof(
  float.filter((value) => !isTinyHalf(value)),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
  fc.nat({ max: 70_000 }).map((length) => length - 35_000),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array({ maxLength: 300 }),
  fc.boolean(),
  fc.constant(null),
);

test('encodeCbor writes scalars like cborg', () => {
  fc.assert(
    fc.property(scalar, (value) => {
      expect(bytesToHex(encodeCbor(value))).toBe(bytesToHex(encode(value)));
    }),
    { numRuns: 2000 },
  );
});

test('encodeCbor writes arrays and maps like cborg', () => {
  const long = Array.from({ length: 300 }, (_, index) => index);
  const value = { first: long, empty: {}, second: [{ a: null }, ['x'.repeat(70_000)]] };
  expect(bytesToHex(encodeCbor(value))).toBe(bytesToHex(encode(value, { mapSorter: () => 0 })));
});

test('decodeCbor reads every half float and one-byte head like cborg', () => {
  const halves = Array.from({ length: 2 ** 16 }, (_, bits) => Uint8Array.of(0xf9, bits >> 8, bits & 0xff));
  const small = Array.from({ length: 0x38 }, (_, first) => Uint8Array.of(first));
  for (const bytes of [...halves, ...small.filter(([first = 0]) => (first & 31) < 24)]) {
    expect(decodeCbor(bytes)).toBe(decode(bytes));
  }
});
