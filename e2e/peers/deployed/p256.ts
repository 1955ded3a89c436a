/** @module P-256 by the textbook (affine, not constant time): an implementation for tests that shares no code with the product. */

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** The order of the group. */
export const ORDER: bigint = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A point of the curve; undefined is the identity. */
export type Point = { readonly x: bigint; readonly y: bigint } | undefined;

/** The generator. */
export const G: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function inverse(value: bigint): bigint {
  let [a, b, x, y] = [mod(value), P, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return mod(x);
}

/** The sum of two points. */
export function add(a: Point, b: Point): Point {
  if (a === undefined) return b;
  if (b === undefined) return a;
  if (a.x === b.x && mod(a.y + b.y) === 0n) return undefined;
  const slope =
    a.x === b.x ? mod((3n * a.x * a.x - 3n) * inverse(2n * a.y)) : mod((b.y - a.y) * inverse(b.x - a.x));
  const x = mod(slope * slope - a.x - b.x);
  return { x, y: mod(slope * (a.x - x) - a.y) };
}

/** The negated point. */
export function negate(point: Point): Point {
  return point === undefined ? undefined : { x: point.x, y: mod(-point.y) };
}

/** The point added to itself `factor` times. */
export function multiply(point: Point, factor: bigint): Point {
  let sum: Point;
  let power = point;
  for (let rest = factor % ORDER; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) sum = add(sum, power);
    power = add(power, power);
  }
  return sum;
}

/** Big-endian bytes as a number. */
export function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function coordinate(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

/** The uncompressed form; the identity is one zero byte. */
export function encodePoint(point: Point): Buffer {
  if (point === undefined) return Buffer.from([0]);
  return Buffer.concat([Buffer.from([4]), coordinate(point.x), coordinate(point.y)]);
}

/** @throws Error for anything but an uncompressed point of the curve. */
export function decodePoint(bytes: Uint8Array): Point {
  if (bytes.length !== 65 || bytes[0] !== 4) throw new Error('not an uncompressed point');
  const point = { x: toBigInt(bytes.subarray(1, 33)), y: toBigInt(bytes.subarray(33)) };
  const isOnCurve =
    point.x < P && point.y < P && mod(point.y * point.y) === mod(point.x ** 3n - 3n * point.x + B);
  if (!isOnCurve) throw new Error('not a point of the curve');
  return point;
}
