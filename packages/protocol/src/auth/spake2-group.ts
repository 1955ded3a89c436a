/** @module The group of SPAKE2: P-256 with the M and N of RFC 9382, validated points, unbiased scalars. */
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { drawBytes, type RandomBytes } from '../bytes/random-bytes.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { P256 } from './p256.ts';

/** A point of the curve, the identity included. */
export type Point = typeof P256.BASE;

/** Multiplies a point by a number of any size in constant time; multiples of the group order give the identity. */
export type Multiply = (point: Point, factor: bigint) => Point;

/** G, the base point; a copy, because the library builds a table for its own on the first multiplication. */
export const G: Point = P256.fromAffine(P256.BASE.toAffine());

/** M and N of RFC 9382 section 4 for P-256. */
export const M: Point = P256.fromHex(
  '04886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f5ff355163e43ce224e0b0e65ff02ac8e5c7be09419c785e0ca547d55a12e2d20',
);
export const N: Point = P256.fromHex(
  '04d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b4907d60aa6bfade45008a636337f5168c64d9bd36034808cd564490b1e656edbe7',
);

/**
 * How many multiples of G, M or N are computed without a table. Reason: building one costs four multiplications
 * without it, each four times as slow as with it. Most pages log in once; a session that reconnects logs in again and
 * again.
 */
const PRODUCTS_WITHOUT_TABLE = 2;

/** Bits of the factor per table lookup: the table has 520 points. */
const TABLE_BITS = 4;

/** How often each fixed point was multiplied; removed once it has a table. */
const products = new Map<Point, number>([G, M, N].map((point) => [point, 0]));

/** An uncompressed point in bytes. */
const POINT_BYTES = 65;

const ORDER = P256.Fn.ORDER;
const SCALAR_BYTES = 32;

/** A draw is rejected about once in 2^32: this many in a row means the source is not random. */
const MAX_DRAWS = 16;

/**
 * Parses an uncompressed point. @throws EdgeError ERR_SPAKE2_POINT for another length or form, the identity, or a
 * point off the curve.
 */
export function decodePoint(bytes: Uint8Array): Point {
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) {
    throw new EdgeError(
      'ERR_SPAKE2_POINT',
      `invalid point: want ${POINT_BYTES} bytes, uncompressed, got ${bytes.length}`,
    );
  }
  try {
    const point = P256.fromBytes(bytes);
    point.assertValidity();
    return point;
  } catch (cause) {
    throw new EdgeError('ERR_SPAKE2_POINT', 'invalid point: not on the curve', { cause });
  }
}

/** Encodes a point uncompressed; the identity as the single byte 00 (SEC 1 section 2.3.3), as deployed devices hash it. */
export function encodePoint(point: Point): Uint8Array {
  return point.is0() ? new Uint8Array(1) : point.toBytes(false);
}

/** The curve library's {@link Multiply}. */
export function multiply(point: Point, factor: bigint): Point {
  precomputeIfFrequent(point);
  const scalar = P256.Fn.create(factor);
  return scalar === 0n ? P256.ZERO : point.multiply(scalar);
}

function precomputeIfFrequent(point: Point): void {
  const before = products.get(point);
  if (before === undefined) return;
  if (before < PRODUCTS_WITHOUT_TABLE) {
    products.set(point, before + 1);
    return;
  }
  products.delete(point);
  point.precompute(TABLE_BITS);
}

/** Draws a number from [1, n-1] without bias, by rejection. @throws EdgeError ERR_RANDOM when the random source is broken. */
export function randomScalar(randomBytes: RandomBytes): bigint {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const scalar = bytesToNumberBE(drawBytes(randomBytes, SCALAR_BYTES));
    if (scalar > 0n && scalar < ORDER) return scalar;
  }
  throw new EdgeError('ERR_RANDOM', `random source is broken: no usable number in ${MAX_DRAWS} draws`);
}
