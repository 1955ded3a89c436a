/**
 * @module Challenge tokens of deployed devices whose key has a leading zero byte, and what an attacker could gain
 * from the repair.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { brokenJwk, TWO_ZEROS_SCALAR, ZERO_KEYS } from '../jws/broken-key.fixture.ts';
import { parsePublicJwk, type PublicJwk } from '../jws/public-jwk.ts';
import { signingKey, subtle } from '../jws/signing-key.fixture.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { parseChallengeKey } from './challenge-key.ts';
import { challengeKeyOf, verifyChallengeToken, type ChallengeVerdict } from './challenge-token.ts';
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';
import { publicKeyFingerprint } from './public-key-fingerprint.ts';

const wire = {
  clientFingerprint: parseFingerprint('c1'.repeat(32)),
  deviceFingerprint: parseFingerprint('d1'.repeat(32)),
};
const nonce = 'a-nonce';
const CLAIMS = {
  client_fingerprint: wire.clientFingerprint,
  device_fingerprint: wire.deviceFingerprint,
  nonce,
};
const BOUND: ChallengeVerdict = { valid: true, bound: true, features: [] };
const UNREADABLE = 'invalid public key: want 32-byte coordinates of a point on the curve';
const anotherKey = signingKey(6n);

const encode = (part: object): string => base64urlEncode(utf8Encode(JSON.stringify(part)));

/** A token with the key `jwk`, signed by `by`, whether they belong together or not. */
async function tokenOf(jwk: unknown, by: SigningKey, claims: object = CLAIMS): Promise<string> {
  const input = `${encode({ alg: 'ES256', jwk, typ: 'JWS' })}.${encode(claims)}`;
  return `${input}.${base64urlEncode(await by.sign(utf8Encode(input)))}`;
}

const verify = (token: string, expected: Fingerprint): Promise<ChallengeVerdict> =>
  verifyChallengeToken({ token, nonce, expected, subtle, ...wire });

const invalid = (reason: string): ChallengeVerdict => ({ valid: false, bound: false, features: [], reason });

describe.each(ZERO_KEYS)(
  'the challenge token of a device whose $zeros lost the leading zero byte',
  ({ scalar }) => {
    const key = signingKey(scalar);
    const expected = publicKeyFingerprint(key.jwk);
    const broken = brokenJwk(key.jwk);

    test('has a key off the curve, which WebCrypto would refuse', async () => {
      expect(() => parsePublicJwk(broken)).toThrow(UNREADABLE);
      const point = Uint8Array.of(4, ...base64urlDecode(broken.x), ...base64urlDecode(broken.y));
      const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
      await expect(subtle.importKey('raw', point, curve, false, ['verify'])).rejects.toMatchObject({
        name: 'DataError',
      });
    });

    test('is valid and bound with its fingerprint, whatever byte the stack left', async () => {
      for (const stackByte of [0x00, 0x01, 0x5a, 0xff]) {
        const token = await tokenOf(brokenJwk(key.jwk, stackByte), key);
        expect(await verify(token, expected)).toEqual(BOUND);
      }
    });

    test("yields the device's own fingerprint when none is expected", async () => {
      const token = await tokenOf(broken, key);
      expect(challengeKeyOf(token)).toBe(expected);
    });

    test('is invalid with another expected fingerprint', async () => {
      const token = await tokenOf(broken, key);
      expect(await verify(token, publicKeyFingerprint(anotherKey.jwk))).toEqual(
        invalid('key is not the expected one'),
      );
    });

    test('is invalid when another key signed it', async () => {
      expect(await verify(await tokenOf(broken, anotherKey), expected)).toEqual(
        invalid('signature does not verify'),
      );
    });

    test('is invalid with another nonce and for another connection', async () => {
      const late = await tokenOf(broken, key, { ...CLAIMS, nonce: 'another' });
      expect(await verify(late, expected)).toEqual(invalid('nonce differs from the one sent'));
      const relayed = await tokenOf(broken, key, { ...CLAIMS, client_fingerprint: 'ee'.repeat(32) });
      expect(await verify(relayed, expected)).toEqual(invalid('token is for another connection'));
    });

    test('is valid when the key is encoded correctly', async () => {
      expect(await verify(await tokenOf(key.jwk, key), expected)).toEqual(BOUND);
    });
  },
);

describe('the repair of challenge keys does not accept', () => {
  const device = signingKey(5n);
  const expected = publicKeyFingerprint(device.jwk);

  test.each(ZERO_KEYS)('the broken key of an attacker, $zeros', async ({ scalar }) => {
    const own = signingKey(scalar);
    expect(await verify(await tokenOf(brokenJwk(own.jwk), own), expected)).toEqual(
      invalid('key is not the expected one'),
    );
  });

  test.each<[string, Partial<Record<keyof PublicJwk, string>>]>([
    ['x of another key', { x: anotherKey.jwk.x }],
    ['y of another key', { y: anotherKey.jwk.y }],
    ['x and y swapped', { x: device.jwk.y, y: device.jwk.x }],
    ['an x of 31 bytes', { x: base64urlEncode(base64urlDecode(device.jwk.x).subarray(1)) }],
    ['an x of 33 bytes', { x: base64urlEncode(Uint8Array.of(0, ...base64urlDecode(device.jwk.x))) }],
    ['no x', { x: '' }],
    ['an x that is no base64url', { x: '!'.repeat(43) }],
    ['another curve', { crv: 'P-384' }],
    ['another kind of key', { kty: 'oct' }],
  ])('with the key of the device and %s is refused, signed by the device or not', async (_title, change) => {
    const jwk = { ...device.jwk, ...change };
    for (const by of [device, anotherKey]) {
      const token = await tokenOf(jwk, by);
      expect(challengeKeyOf(token)).toBeUndefined();
      expect(await verify(token, expected)).toMatchObject({ valid: false, bound: false });
    }
  });
});

test('a key that starts with two zero bytes cannot be repaired and stays invalid', async () => {
  const key = signingKey(TWO_ZEROS_SCALAR);
  const x = base64urlEncode(Uint8Array.of(...base64urlDecode(key.jwk.x).subarray(2), 0x5a, 0x5a));
  const token = await tokenOf({ ...key.jwk, x }, key);
  expect(await verify(token, publicKeyFingerprint(key.jwk))).toEqual(invalid(UNREADABLE));
  expect(challengeKeyOf(token)).toBeUndefined();
});

test('parseChallengeKey leaves keys on the curve unchanged, with or without leading zero bytes', () => {
  const scalars = [...ZERO_KEYS.map(({ scalar }) => scalar), TWO_ZEROS_SCALAR];
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(1n, 1n << 255n), fc.constantFrom(...scalars)), (scalar) => {
      const { jwk } = signingKey(scalar);
      expect(parseChallengeKey(jwk)).toEqual(jwk);
    }),
  );
});

test('parseChallengeKey returns only keys on the curve', () => {
  const coordinate = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => base64urlEncode(Uint8Array.from(bytes)));
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      expect(() => parseChallengeKey({ kty: 'EC', crv: 'P-256', x, y })).toThrow(UNREADABLE);
    }),
  );
});
