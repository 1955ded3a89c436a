/** @module Multiples of P-256 points by OpenSSL, in constant time; native because media packets share the thread with logins. */
import { createECDH } from 'node:crypto';
import { P256, type Multiply, type Point } from '@longwire/protocol/login';

const { Fn, Fp } = P256;
const { a, b } = P256.CURVE();

/** Offsets of the coordinates in an uncompressed point (SEC 1 section 2.3.3). */
const [X_AT, Y_AT] = [1, 33];

/** The {@link Multiply} of `node:crypto`, which yields whole multiples of G, but only the x of multiples of other points. */
export const multiplyNatively: Multiply = (point, factor) => {
  const k = Fn.create(factor);
  // Node accepts private keys from 1 to n-1, and does not accept the identity as a public key.
  if (k === 0n || point.is0()) return P256.ZERO;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Fn.toBytes(k));
  if (point.equals(P256.BASE)) return pointOf(ecdh.getPublicKey());
  const next = Fn.create(k + 1n);
  if (next === 0n) return point.negate();
  const affine = point.toAffine();
  const bytes = P256.fromAffine(affine).toBytes(false);
  const x1 = ecdh.computeSecret(bytes);
  ecdh.setPrivateKey(Fn.toBytes(next));
  return recoverPoint(affine, Fp.fromBytes(x1), Fp.fromBytes(ecdh.computeSecret(bytes)));
};

function pointOf(uncompressed: Uint8Array): Point {
  const [x, y] = [uncompressed.subarray(X_AT, Y_AT), uncompressed.subarray(Y_AT)];
  return P256.fromAffine({ x: Fp.fromBytes(x), y: Fp.fromBytes(y) });
}

/**
 * kP of P, x(kP) and x((k+1)P): y(kP) = (2b + (a + x*x1)*(x + x1) - x2*(x - x1)^2) / 2y, where no divisor is 0, because the order is odd
 * (E. Brier, M. Joye: Weierstrass Elliptic Curves and Side-Channel Attacks, PKC 2002). The divisor becomes Z.
 */
function recoverPoint({ x, y }: { readonly x: bigint; readonly y: bigint }, x1: bigint, x2: bigint): Point {
  const Z = Fp.mul(2n, y);
  const sums = Fp.mul(Fp.add(a, Fp.mul(x, x1)), Fp.add(x, x1));
  const Y = Fp.sub(Fp.add(Fp.mul(2n, b), sums), Fp.mul(x2, Fp.sqr(Fp.sub(x, x1))));
  return new P256(Fp.mul(x1, Z), Y, Z);
}
