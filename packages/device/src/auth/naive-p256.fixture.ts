/** @module Test fixture: P-256 in plain arithmetic, to play clients that no honest implementation would be. */
import { createHash } from 'node:crypto';
import { concatBytes, hexToBytes, type Fingerprint } from '@longwire/protocol';

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const A = P - 3n;

/** An affine point; null is the identity. */
type NaivePoint = { readonly x: bigint; readonly y: bigint } | null;

function mod(value: bigint): bigint {
  return ((value % P) + P) % P;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const inverse = (value: bigint): bigint => power(value, P - 2n);

/** The sum of two points. */
function add(a: NaivePoint, b: NaivePoint): NaivePoint {
  if (a === null) return b;
  if (b === null) return a;
  if (a.x === b.x && mod(a.y + b.y) === 0n) return null;
  const slope =
    a.x === b.x ? mod((3n * a.x * a.x + A) * inverse(2n * a.y)) : mod((b.y - a.y) * inverse(b.x - a.x));
  const x = mod(slope * slope - a.x - b.x);
  return { x, y: mod(slope * (a.x - x) - a.y) };
}

/** A multiple of a point. */
function multiply(point: NaivePoint, scalar: bigint): NaivePoint {
  let result: NaivePoint = null;
  let double = point;
  for (let rest = scalar; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

/** The point on the other side of the x axis. */
function negate(point: NaivePoint): NaivePoint {
  return point === null ? null : { x: point.x, y: mod(-point.y) };
}

function hexOf(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** Uncompressed SEC1; the identity is one zero byte. */
function encodePoint(point: NaivePoint): Uint8Array {
  return point === null ? new Uint8Array([0]) : hexToBytes(`04${hexOf(point.x)}${hexOf(point.y)}`);
}

/** Reads uncompressed SEC1. */
function decodePoint(bytes: Uint8Array): NaivePoint {
  const hex = Buffer.from(bytes).toString('hex');
  return { x: BigInt(`0x${hex.slice(2, 66)}`), y: BigInt(`0x${hex.slice(66)}`) };
}

/** The base point. */
const G: NaivePoint = decodePoint(
  hexToBytes(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ),
);

/** M of PROTOCOL.md section 7. */
const M: NaivePoint = decodePoint(
  hexToBytes(
    '04886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f' +
      '5ff355163e43ce224e0b0e65ff02ac8e5c7be09419c785e0ca547d55a12e2d20',
  ),
);

/** N of PROTOCOL.md section 7. */
const N: NaivePoint = decodePoint(
  hexToBytes(
    '04d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49' +
      '07d60aa6bfade45008a636337f5168c64d9bd36034808cd564490b1e656edbe7',
  ),
);

/** What a client needs to log in with a chosen w. */
export interface NaiveLogin {
  readonly w: bigint;
  readonly x: bigint;
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
}

/** T = x*G + w*M. */
export function clientPoint({ w, x }: NaiveLogin): Uint8Array {
  return encodePoint(add(multiply(G, x), multiply(M, w)));
}

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

function withLength(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return concatBytes([length, bytes]);
}

/** KcA for the device's point S and one encoding of w. */
export function confirmation(login: NaiveLogin, S: Uint8Array, encodedW: Uint8Array): Uint8Array {
  const shared = multiply(add(decodePoint(S), negate(multiply(N, login.w))), login.x);
  const transcript = [
    hexToBytes(login.clientFingerprint),
    hexToBytes(login.deviceFingerprint),
    clientPoint(login),
    S,
    encodePoint(shared),
    encodedW,
  ].map(withLength);
  return sha256(sha256(sha256(concatBytes(transcript))));
}
