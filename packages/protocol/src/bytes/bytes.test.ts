/** @module Hex, base64url, UTF-8, joining and comparing. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of.fixture.ts';
import { base64urlDecode, base64urlEncode } from './base64url.ts';
import { concatBytes } from './concat-bytes.ts';
import { equalBytes } from './equal-bytes.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { utf8Decode, utf8Encode } from './utf8.ts';

const bytes = (): fc.Arbitrary<Uint8Array> => fc.uint8Array({ maxLength: 300 });

describe('utf-8', () => {
  test('decoding reverses encoding for well-formed text, including a leading U+FEFF', () => {
    expect(utf8Decode(utf8Encode('\uFEFFp\u00E6ss\u20AC\u{1F600}'))).toBe('\uFEFFp\u00E6ss\u20AC\u{1F600}');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Decode(utf8Encode(text))).toBe(text);
      }),
    );
  });

  test('decoding accepts any bytes and turns invalid ones into U+FFFD', () => {
    expect(utf8Decode(new Uint8Array([0x61, 0xff, 0x62]))).toBe('a\uFFFDb');
    fc.assert(fc.property(bytes(), (input) => typeof utf8Decode(input) === 'string'));
  });

  test('encoding turns a lone surrogate into U+FFFD', () => {
    expect(bytesToHex(utf8Encode('\uD800'))).toBe('efbfbd');
  });
});

describe('hex', () => {
  test('decoding reverses encoding in either case', () => {
    fc.assert(
      fc.property(bytes(), (input) => {
        expect(hexToBytes(bytesToHex(input))).toEqual(input);
        expect(hexToBytes(bytesToHex(input).toUpperCase())).toEqual(input);
      }),
    );
  });

  test.each(['0', '0g', '0x00', ' 00', '00\n'])('decoding throws ERR_HEX for %j', (text) => {
    expect(codeOf(() => hexToBytes(text))).toBe('ERR_HEX');
  });

  test('decoding returns bytes or throws ERR_HEX for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['none', 'ERR_HEX']).toContain(codeOf(() => hexToBytes(text)));
      }),
    );
  });
});

describe('base64url', () => {
  test.each([
    ['', ''],
    ['66', 'Zg'],
    ['666f', 'Zm8'],
    ['666f6f', 'Zm9v'],
    ['666f6f626172', 'Zm9vYmFy'],
    ['fbff', '-_8'],
  ])('RFC 4648 section 10, without padding: %s is %j', (hex, text) => {
    expect(base64urlEncode(hexToBytes(hex))).toBe(text);
    expect(bytesToHex(base64urlDecode(text))).toBe(hex);
  });

  test('decoding reverses encoding', () => {
    fc.assert(
      fc.property(bytes(), (input) => {
        expect(base64urlDecode(base64urlEncode(input))).toEqual(input);
      }),
    );
  });

  test.each(['A', 'Zg==', 'Zh', 'Zm9', '+/8', 'Zm 8', '\u{1F600}'])(
    'decoding throws ERR_BASE64URL for %j',
    (text) => {
      expect(codeOf(() => base64urlDecode(text))).toBe('ERR_BASE64URL');
    },
  );

  test('decoding returns bytes that encode to the same text, or throws ERR_BASE64URL, for any text', () => {
    const alphabet = fc.constantFrom(...'ABCDghij0189-_+/= '.split(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: alphabet })), (text) => {
        const code = codeOf(() => expect(base64urlEncode(base64urlDecode(text))).toBe(text));
        expect(['none', 'ERR_BASE64URL']).toContain(code);
      }),
    );
  });
});

test('concatBytes joins in order', () => {
  expect(concatBytes([])).toEqual(new Uint8Array());
  expect(concatBytes([new Uint8Array([1]), new Uint8Array(), new Uint8Array([2, 3])])).toEqual(
    new Uint8Array([1, 2, 3]),
  );
});

test('equalBytes is true for equal contents only', () => {
  fc.assert(
    fc.property(bytes(), bytes(), (left, right) => {
      expect(equalBytes(left, left.slice())).toBe(true);
      expect(equalBytes(left, right)).toBe(bytesToHex(left) === bytesToHex(right));
    }),
  );
  expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1]))).toBe(false);
});
