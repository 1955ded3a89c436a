/** @module Points and scalars of the password login. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePasswordVerifier, passwordVerifier } from './password-verifier.ts';
import { decodePoint, encodePoint, G, multiply, randomScalar } from './spake2-group.ts';
import { codeOf } from '../code-of.fixture.ts';
import { client, device, source } from './spake2.fixture.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const hex = (value: bigint): string => value.toString(16).padStart(64, '0');

describe('both sides of the login check points', () => {
  const valid = encodePoint(multiply(G, 5n));
  const bad: [string, Uint8Array][] = [
    ['empty', new Uint8Array()],
    ['the identity as 00', new Uint8Array(1)],
    ['zeros', new Uint8Array(65)],
    ['04 and zeros', Uint8Array.of(4, ...new Uint8Array(64))],
    ['off the curve', valid.map((byte, index) => (index === 64 ? byte ^ 1 : byte))],
    ['hybrid', valid.map((byte, index) => (index === 0 ? 6 + ((valid[64] ?? 0) & 1) : byte))],
    ['compressed', multiply(G, 5n).toBytes(true)],
    ['one byte short', valid.subarray(0, 64)],
    ['one byte long', Uint8Array.of(...valid, 0)],
    ['a coordinate beyond the field', new Uint8Array(65).fill(255).fill(4, 0, 1)],
  ];

  test.each(bad)('and throw ERR_SPAKE2_POINT for: %s', (_title, bytes) => {
    expect(codeOf(() => device(bytes, passwordVerifier('pass')))).toBe('ERR_SPAKE2_POINT');
    expect(codeOf(() => device(bytes, undefined))).toBe('ERR_SPAKE2_POINT');
    expect(codeOf(() => client('pass').handleServerPoint(bytes))).toBe('ERR_SPAKE2_POINT');
  });

  test('decodePoint returns a point or throws ERR_SPAKE2_POINT for any bytes', () => {
    const near = fc.tuple(fc.nat(64), fc.integer({ min: 1, max: 255 }));
    const changed = near.map(([at, by]) => valid.map((byte, index) => (index === at ? byte ^ by : byte)));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 70 }), changed), (bytes) => {
        expect(['none', 'ERR_SPAKE2_POINT']).toContain(codeOf(() => decodePoint(bytes)));
      }),
    );
  });
});

describe('randomScalar', () => {
  test('rejects 0, n and beyond; accepts 1 and n-1', () => {
    expect(randomScalar(source(hex(0n), hex(ORDER), 'ff'.repeat(32), hex(1n)))).toBe(1n);
    expect(randomScalar(source(hex(ORDER + 1n), hex(ORDER - 1n)))).toBe(ORDER - 1n);
  });

  test('throws ERR_RANDOM for a broken random source', () => {
    expect(codeOf(() => randomScalar(() => new Uint8Array(32)))).toBe('ERR_RANDOM');
    expect(codeOf(() => randomScalar(() => new Uint8Array(31).fill(1)))).toBe('ERR_RANDOM');
  });
});

test.each(['', 'AB'.repeat(32), 'ab'.repeat(31), '0'.repeat(64), ORDER.toString(16)])(
  'parsePasswordVerifier rejects %j',
  (text) => {
    expect(codeOf(() => parsePasswordVerifier(text))).toBe('ERR_PASSWORD_VERIFIER');
  },
);
