/** @module Encodes CBOR floats in the fewest bytes that lose nothing (RFC 8949 section 4.1). */
import { Major, Simple } from './cbor-head.ts';

/** The single-precision exponents that half precision has as well, without its subnormal numbers. */
const MIN_HALF_EXPONENT = 113;
const MAX_HALF_EXPONENT = 142;
const NO_NUMBER_EXPONENT = 255;

/** Encodes a number with its head. */
export function encodeFloat(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(9));
  const isSingle = Object.is(Math.fround(value), value);
  view.setFloat32(1, value);
  const half = isSingle ? halfOf(view.getUint32(1)) : undefined;
  if (half !== undefined) view.setUint16(1, half);
  else if (!isSingle) view.setFloat64(1, value);
  const [info, width] =
    half !== undefined ? [Simple.half, 2] : isSingle ? [Simple.single, 4] : [Simple.double, 8];
  view.setUint8(0, (Major.simple << 5) | info);
  return new Uint8Array(view.buffer, 0, 1 + width);
}

/** The bits of the half-precision float equal to this single-precision one; undefined if there is none. */
function halfOf(single: number): number | undefined {
  const sign = (single >>> 16) & 0x8000;
  const exponent = (single >>> 23) & 0xff;
  const fraction = single & 0x7f_ffff;
  if (exponent === NO_NUMBER_EXPONENT) return fraction === 0 ? sign | 0x7c00 : 0x7e00;
  const isHalf = exponent >= MIN_HALF_EXPONENT && exponent <= MAX_HALF_EXPONENT && (fraction & 0x1fff) === 0;
  return isHalf ? sign | ((exponent - 112) << 10) | (fraction >>> 13) : undefined;
}
