/** @module CBOR as deployed devices write and read it, within bounds. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import { codeOf } from '../code-of.fixture.ts';
import { MAX_CBOR_BYTES, MAX_CBOR_DEPTH, MAX_CBOR_ITEMS, type CborValue } from './cbor-value.ts';
import { decodeCbor, decodeWholeCbor } from './decode-cbor.ts';
import { encodeCbor } from './encode-cbor.ts';

const decodeHex = (hex: string): CborValue => decodeCbor(hexToBytes(hex.replaceAll(' ', '')));

const { value: anyValue } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger().map((integer) => (integer === 0 ? 0 : integer)),
    fc.double().map((double) => (double === 0 ? 0 : double)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -(2n ** 64n), max: -(2n ** 53n) }),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('value')),
    fc.dictionary(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '1')),
      tie('value'),
      {
        noNullPrototype: false,
      },
    ),
  ),
}));

describe('encodeCbor', () => {
  test('writes the exact bytes of login round 1: plain byte string, definite lengths, keys in order', () => {
    const T = new Uint8Array(65).fill(0xab);
    const expected = `a2 6154 5841 ${'ab'.repeat(65)} 68557365726e616d65 6561646d696e`.replaceAll(' ', '');
    expect(bytesToHex(encodeCbor({ T, Username: 'admin' }))).toBe(expected);
    expect(bytesToHex(encodeCbor({ Username: 'admin', T: new Uint8Array([1]) }))).toBe(
      '68557365726e616d656561646d696e61544101'.replace(/^/u, 'a2'),
    );
  });

  test('writes a value of more parts than a call may have arguments', () => {
    const numbers = Array.from({ length: 200_000 }, () => 7);
    const bytes = encodeCbor(numbers);
    expect([bytes.length, bytes[5], bytes.at(-1)]).toEqual([5 + numbers.length, 7, 7]);
  });

  test("writes a subclass of Uint8Array, such as Node's Buffer, as a plain byte string", () => {
    class Octets extends Uint8Array {}
    expect(bytesToHex(encodeCbor(Octets.of(1, 2)))).toBe('420102');
  });

  test.each<[string, CborValue]>([
    ['f6', null],
    ['f5', true],
    ['1903e8', 1000],
    ['20', -1],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['fb3ff199999999999a', 1.1],
    ['82016161', [1, 'a']],
    ['a0', {}],
  ])('RFC 8949 appendix A: %s', (hex, value) => {
    expect(bytesToHex(encodeCbor(value))).toBe(hex);
  });

  test('throws ERR_CBOR for what CBOR cannot hold', () => {
    const circular: Record<string, CborValue> = {};
    circular['self'] = circular;
    expect(codeOf(() => encodeCbor(circular))).toBe('ERR_CBOR');
    expect(codeOf(() => encodeCbor(2n ** 64n))).toBe('ERR_CBOR');
    expect(codeOf(() => encodeCbor(-(2n ** 64n) - 1n))).toBe('ERR_CBOR');
    for (const value of [undefined, () => 1, new Date(0), new Map(), [undefined]]) {
      expect(codeOf(() => Reflect.apply(encodeCbor, undefined, [value]))).toBe('ERR_CBOR');
    }
  });

  test('accepts the same array twice, and omits undefined members', () => {
    const shared = [1];
    expect(bytesToHex(encodeCbor([shared, shared]))).toBe('8281018101');
    expect(bytesToHex(Reflect.apply(encodeCbor, undefined, [{ a: undefined, b: 1 }]))).toBe('a1616201');
  });

  test('is reversed by decodeCbor', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(decodeCbor(encodeCbor(value))).toEqual(value);
      }),
    );
  });
});

describe('decodeCbor reads what deployed devices write', () => {
  test('a recorded response to GET /iam/me, version 5.15', () => {
    const answer =
      'bf68557365726e616d656561646d696e64526f6c656d41646d696e6973747261746f726c46696e6765727072696e74739fff' +
      '635363746c6d386e7477536b4b6b626366764e6f74696669636174696f6e43617465676f726965739fffff';
    expect(decodeHex(answer)).toEqual({
      Username: 'admin',
      Role: 'Administrator',
      Fingerprints: [],
      Sct: 'm8ntwSkKkbcf',
      NotificationCategories: [],
    });
  });

  test('invalid UTF-8 in a display name, which is replaced', () => {
    expect(decodeHex('bf 6b446973706c61794e616d65 63 61ff62 ff')).toEqual({ DisplayName: 'a\uFFFDb' });
  });

  test.each<[string, string, CborValue]>([
    ['indefinite text, split inside a character', '7f 61c3 61a6 ff', '\u00E6'],
    ['indefinite bytes', '5f 4101 40 420203 ff', new Uint8Array([1, 2, 3])],
    ['indefinite text as a key', 'bf 7f 6154 60 ff 01 ff', { T: 1 }],
    ['lengths longer than needed', 'b90001 7a00000001 61 1b0000000000000001', { a: 1 }],
    ['trailing bytes', 'a16161 01 ffff', { a: 1 }],
    ['the first of duplicate keys', 'a2 6161 01 6161 02', { a: 1 }],
    ['integer keys as text', 'a2 01 6161 20 6162', { '1': 'a', '-1': 'b' }],
    ['undefined as null', 'a16161f7', { a: null }],
    ['half floats', 'f93e00', 1.5],
    ['a leading U+FEFF', '63efbbbf', '\uFEFF'],
  ])('%s', (_title, hex, value) => {
    expect(decodeHex(hex)).toEqual(value);
  });
});

describe('decodeCbor refuses with ERR_CBOR', () => {
  test.each([
    ['nothing', ''],
    ['a lone break', 'ff'],
    ['a cut text', '6178'.slice(0, 2)],
    ['a cut map', 'bf6161'],
    ['a break as the value of a definite map', 'a16161ff'],
    ['a break as the value of an indefinite map', 'bf6161ffff'],
    ['a break in a definite array', '8201ff'],
    ['a typed-array tag on bytes', 'd8404101'],
    ['a self-describing tag in front', 'd9d9f7a0'],
    ['a byte string as key', 'a1410101'],
    ['an array as key', 'a18001'],
    ['a null key', 'a1f601'],
    ['chunks of another type', '7f4101ff'],
    ['nested indefinite strings', '7f7f6161ffff'],
    ['an indefinite string without end', '5f4101'],
    ['an unassigned simple value', 'e0'],
    ['a reserved length', '1c'],
    ['a count beyond 2^53', '9bffffffffffffffff'],
    ['an announced length beyond the bytes', '5affffffff00'],
    ['an announced count beyond the bytes', '9affffffff00'],
  ])('%s', (_title, hex) => {
    expect(codeOf(() => decodeHex(hex))).toBe('ERR_CBOR');
  });

  test('more levels than the limit', () => {
    expect(codeOf(() => decodeHex(`${'81'.repeat(MAX_CBOR_DEPTH)}00`))).toBe('none');
    expect(codeOf(() => decodeHex(`${'81'.repeat(MAX_CBOR_DEPTH + 1)}00`))).toBe('ERR_CBOR');
    expect(codeOf(() => decodeHex('9f'.repeat(100_000)))).toBe('ERR_CBOR');
    expect(codeOf(() => decodeHex('bf6161'.repeat(100_000)))).toBe('ERR_CBOR');
  });

  test('more bytes and more items than the limits', () => {
    expect(codeOf(() => decodeCbor(new Uint8Array(MAX_CBOR_BYTES + 1)))).toBe('ERR_CBOR');
    expect(codeOf(() => decodeCbor(new Uint8Array(MAX_CBOR_ITEMS + 10).fill(0x80).fill(0x9f, 0, 1)))).toBe(
      'ERR_CBOR',
    );
    expect(codeOf(() => decodeCbor(new Uint8Array(MAX_CBOR_ITEMS + 10).fill(0x60).fill(0x7f, 0, 1)))).toBe(
      'ERR_CBOR',
    );
  });

  test('decodeCbor returns a value or throws ERR_CBOR for any bytes', () => {
    const structural = fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => bytes.map((byte) => HEADS[byte % HEADS.length] ?? byte));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), structural), (bytes) => {
        expect(['none', 'ERR_CBOR']).toContain(codeOf(() => decodeCbor(bytes)));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Random bytes with heads that make nested and broken structures likely. */
const HEADS = [
  0x00, 0x20, 0x41, 0x5f, 0x61, 0x7f, 0x80, 0x82, 0x9f, 0xa1, 0xbf, 0xc0, 0xd8, 0xf6, 0xf9, 0xff,
];

test('decodeCbor treats a key named __proto__ like any other and changes no prototype', () => {
  const decoded = decodeHex('a1 695f5f70726f746f5f5f a1 67697341646d696e f5');
  expect(Object.keys(decoded ?? {})).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(decoded)).toBe(null);
  expect(Object.hasOwn({}, 'isAdmin')).toBe(false);
  expect(Reflect.get({}, 'isAdmin')).toBe(undefined);
});

test('decodeCbor copies bytes: changing the payload later does not change them', () => {
  const payload = hexToBytes('4101');
  const decoded = decodeCbor(payload);
  payload[1] = 9;
  expect(decoded).toEqual(new Uint8Array([1]));
});

describe('decodeWholeCbor', () => {
  test('reads a payload that is one value', () => {
    expect(decodeWholeCbor(hexToBytes('bf616101ff'))).toEqual({ a: 1 });
  });

  test.each(['a1616101ff', '0102', 'bf616101ff00'])('refuses %s, with bytes after the value', (hex) => {
    expect(codeOf(() => decodeWholeCbor(hexToBytes(hex)))).toBe('ERR_CBOR');
  });
});
