/**
 * @module P-256 public keys as JWK (RFC 7518 section 6.2), with coordinates of fixed width and a point on the curve.
 */
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { bytesToHex } from '../bytes/hex.ts';
import { EdgeError } from '../errors/edge-error.ts';

/** A P-256 public key; `x` and `y` are base64url of exactly 32 bytes, leading zeros included. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

const COORDINATE_BYTES = 32;
const COORDINATES = '32-byte coordinates of a point on the curve';

/** The field prime and b of P-256 (SEC 2 section 2.4.2); a is -3. */
const PRIME = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Parses a public key; drops all other members, above all a private `d`.
 * @throws EdgeError ERR_PUBLIC_KEY for another kind of key, a coordinate of another width or a point off the curve.
 */
export function parsePublicJwk(value: unknown): PublicJwk {
  const jwk = readPublicJwk(value);
  if (!isOnCurve(publicPoint(jwk))) throw invalid(COORDINATES);
  return jwk;
}

/** Parses a public key without checking its coordinates. @throws EdgeError ERR_PUBLIC_KEY for another kind of key. */
export function readPublicJwk(value: unknown): PublicJwk {
  if (typeof value !== 'object' || value === null) throw invalid('an object');
  if (!('kty' in value && 'crv' in value && 'x' in value && 'y' in value)) throw invalid('kty, crv, x and y');
  const { kty, crv, x, y } = value;
  if (kty !== 'EC' || crv !== 'P-256') throw invalid('an EC key on P-256');
  if (typeof x !== 'string' || typeof y !== 'string') throw invalid('coordinates as text');
  return { kty, crv, x, y };
}

/**
 * Whether an uncompressed point satisfies y^2 = x^3 - 3x + b, with coordinates below the prime. On a curve of
 * cofactor 1 a public key needs no other check (SP 800-56A section 5.6.2.3.4; the point at infinity has no
 * coordinates), and nothing in it is secret.
 */
export function isOnCurve(point: Uint8Array): boolean {
  const x = numberOf(point.subarray(1, 1 + COORDINATE_BYTES));
  const y = numberOf(point.subarray(1 + COORDINATE_BYTES));
  return x < PRIME && y < PRIME && (y * y - (x * x * x - 3n * x + B)) % PRIME === 0n;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

/**
 * The uncompressed SEC1 point of a key that {@link readPublicJwk} returned. @throws EdgeError unless the coordinates
 * are 32 bytes of base64url.
 */
export function publicPoint(jwk: PublicJwk): Uint8Array<ArrayBuffer> {
  const x = coordinateOf(jwk.x);
  const y = coordinateOf(jwk.y);
  if (x.length !== COORDINATE_BYTES || y.length !== COORDINATE_BYTES) throw invalid(COORDINATES);
  return concatBytes([new Uint8Array([4]), x, y]);
}

/** Converts an uncompressed SEC1 point to a JWK. @throws EdgeError ERR_PUBLIC_KEY for anything else. */
export function publicJwkOfPoint(point: Uint8Array): PublicJwk {
  if (point.length !== 1 + 2 * COORDINATE_BYTES || point[0] !== 4)
    throw invalid('an uncompressed point of 65 bytes');
  const x = base64urlEncode(point.subarray(1, 1 + COORDINATE_BYTES));
  const y = base64urlEncode(point.subarray(1 + COORDINATE_BYTES));
  return parsePublicJwk({ kty: 'EC', crv: 'P-256', x, y });
}

function coordinateOf(text: string): Uint8Array {
  try {
    return base64urlDecode(text);
  } catch (cause) {
    throw invalid(COORDINATES, cause);
  }
}

function invalid(expected: string, cause?: unknown): EdgeError {
  return new EdgeError('ERR_PUBLIC_KEY', `invalid public key: want ${expected}`, { cause });
}
