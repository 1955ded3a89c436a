/** @module The body of round 1: encoded, accepted and refused forms. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import { encodeCbor } from '../cbor/encode-cbor.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { encodeLoginRequest, parseLoginRequest } from './login-request.ts';

const T = new Uint8Array(65).fill(4);
const T_HEX = '04'.repeat(65);
const parseHex = (hex: string): unknown => parseLoginRequest(hexToBytes(hex.replaceAll(' ', '')));

test('encodeLoginRequest writes T as a plain byte string without a tag', () => {
  expect(bytesToHex(encodeLoginRequest({ T, username: 'admin' }))).toBe(
    `a2 6154 5841 ${T_HEX} 68 557365726e616d65 65 61646d696e`.replaceAll(' ', ''),
  );
});

test('parseLoginRequest reverses encodeLoginRequest', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), fc.string({ unit: 'binary' }), (T, username) => {
      expect(parseLoginRequest(encodeLoginRequest({ T, username }))).toEqual({ T, username });
    }),
  );
});

describe('parseLoginRequest accepts, like deployed devices,', () => {
  test.each([
    ['another order of keys', `a2 68557365726e616d65 6175 6154 5841 ${T_HEX}`],
    ['an additional key', `a3 6178 01 6154 5841 ${T_HEX} 68557365726e616d65 6175`],
    ['an indefinite map and text', `bf 6154 5841 ${T_HEX} 68557365726e616d65 7f 6175 ff ff`],
    ['lengths longer than needed', `b90002 6154 590041 ${T_HEX} 68557365726e616d65 780175`],
    ['trailing bytes', `a2 6154 5841 ${T_HEX} 68557365726e616d65 6175 ffff`],
    ['a key twice', `a3 6154 5841 ${T_HEX} 6154 5841 ${T_HEX} 68557365726e616d65 6175`],
  ])('%s', (_title, hex) => {
    expect(parseHex(hex)).toEqual({ T, username: 'u' });
  });
});

describe('parseLoginRequest throws ERR_SPAKE2_REQUEST, where deployed devices answer 400, for', () => {
  test.each([
    ['tag 64 on T', `a2 6154 d840 5841 ${T_HEX} 68557365726e616d65 6175`],
    ['tag 55799 in front', `d9d9f7 a2 6154 5841 ${T_HEX} 68557365726e616d65 6175`],
    ['T as text', 'a2 6154 6178 68557365726e616d65 6175'],
    ['T as array', 'a2 6154 8104 68557365726e616d65 6175'],
    ['lower-case keys', `a2 6174 5841 ${T_HEX} 68757365726e616d65 6175`],
    ['no Username', `a1 6154 5841 ${T_HEX}`],
    ['Username null', `a2 6154 5841 ${T_HEX} 68557365726e616d65 f6`],
    ['a byte string', '4101'],
    ['an array', '80'],
    ['null', 'f6'],
    ['nothing', ''],
  ])('%s', (_title, hex) => {
    expect(() => parseHex(hex)).toThrow(expect.objectContaining({ code: 'ERR_SPAKE2_REQUEST' }));
  });

  test('a user name beyond 4096 bytes', () => {
    expect(parseLoginRequest(encodeCbor({ T, Username: 'u'.repeat(4096) })).username).toHaveLength(4096);
    expect(() => parseLoginRequest(encodeCbor({ T, Username: '\u20AC'.repeat(1366) }))).toThrow(EdgeError);
  });

  test('any bytes that are no login request', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => parseLoginRequest(bytes)).toThrow(
          expect.objectContaining({ code: 'ERR_SPAKE2_REQUEST' }),
        );
      }),
    );
  });
});
