import { utf8Encode } from '@longwire/protocol/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CborValue } from '@longwire/client';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { bytesToHex } from '../bytes.ts';
import { cborToJson, jsonToCbor } from './cbor-json.ts';

const both = (value: CborValue) => jsonToCbor(JSON.parse(cborToJson(value)));

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double().map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array({ maxLength: 8 }),
);
const key = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('$hex', '$utf8', '$int', '$float', '$map', '$', '__proto__', 'constructor'),
);
const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map(Object.fromEntries),
  ),
}));

test('a CBOR value that was read and shown is sent back unchanged', () => {
  fc.assert(
    fc.property(value, (original) => {
      const bytes = encodeCbor(original);
      expect(bytesToHex(encodeCbor(both(decodeCbor(bytes))))).toBe(bytesToHex(bytes));
    }),
  );
});

describe('as it is written', () => {
  test.each<[string, CborValue, unknown]>([
    ['bytes as hex', Uint8Array.of(0, 255), { $hex: '00ff' }],
    ['bytes that are readable text as text', utf8Encode('hällo'), { $utf8: 'hällo' }],
    ['empty bytes as hex', new Uint8Array(), { $hex: '' }],
    ['bytes with a control character as hex', utf8Encode('a\n'), { $hex: '610a' }],
    ['a large integer as decimal text', 2n ** 60n, { $int: '1152921504606846976' }],
    ['NaN by its name', NaN, { $float: 'NaN' }],
    ['a map that looks like bytes inside $map', { $hex: '00' }, { $map: { $hex: '00' } }],
    ['a map with further keys unchanged', { $hex: '00', a: 1 }, { $hex: '00', a: 1 }],
  ])('CBOR to JSON writes %s', (_name, cbor, json) => expect(JSON.parse(cborToJson(cbor))).toEqual(json));

  test.each([
    { $hex: 'x' },
    { $hex: 1 },
    { $int: '1.5' },
    { $float: 'toString' },
    { $map: 'x' },
    { $date: 'x' },
  ])('JSON to CBOR rejects %j', (json) => expect(() => jsonToCbor(json)).toThrow(RangeError));
});
