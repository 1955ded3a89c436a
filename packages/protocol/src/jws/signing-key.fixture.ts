/** @module Keys for tests from known scalars, some with a coordinate that begins with a zero byte. */
/// <reference types="node" />
import { p256 } from '@noble/curves/nist.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { publicJwkOfPoint } from './public-jwk.ts';
import type { SigningKey } from './signing-key.ts';
import type { SubtleVerifier } from './subtle-verifier.ts';

/** Node's WebCrypto. */
export const subtle: SubtleVerifier = globalThis.crypto.subtle;

/** The key for a scalar in [1, n-1]. */
export function signingKey(scalar: bigint): SigningKey {
  const secret = numberToBytesBE(scalar, 32);
  return {
    jwk: publicJwkOfPoint(p256.getPublicKey(secret, false)),
    sign: (data) => Promise.resolve(p256.sign(data, secret, { lowS: false })),
  };
}

/** The smallest scalar whose point has a zero byte at this offset of its 65 bytes: x begins at 1, y at 33. */
export function scalarWithZeroAt(index: 1 | 33): bigint {
  for (let scalar = 1n; scalar < 2000n; scalar += 1n) {
    if (p256.getPublicKey(numberToBytesBE(scalar, 32), false)[index] === 0) return scalar;
  }
  throw new RangeError('a scalar below 2000 expected, got none');
}
