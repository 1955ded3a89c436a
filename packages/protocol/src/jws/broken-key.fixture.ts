/** @module The public keys of deployed devices with a leading zero byte, as their challenge tokens carry them. */
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { scalarWithZeroAt } from './signing-key.fixture.ts';
import type { PublicJwk } from './public-jwk.ts';

/** Private keys by which coordinates of their public key start with one zero byte; found by search. */
export const ZERO_KEYS: readonly { readonly zeros: string; readonly scalar: bigint }[] = [
  { zeros: 'x', scalar: scalarWithZeroAt(1) },
  { zeros: 'y', scalar: scalarWithZeroAt(33) },
  { zeros: 'x and y', scalar: 49_350n },
];

/** A key whose x starts with two zero bytes. */
export const TWO_ZEROS_SCALAR = 40_393n;

/** Left-aligned in its 32 bytes, followed by the stack byte. */
function shifted(coordinate: string, stackByte: number): string {
  const bytes = base64urlDecode(coordinate);
  if (bytes[0] !== 0) return coordinate;
  return base64urlEncode(concatBytes([bytes.subarray(1), Uint8Array.of(stackByte)]));
}

/** The key as such a device writes it. */
export function brokenJwk({ x, y, ...rest }: PublicJwk, stackByte = 0x5a): PublicJwk {
  return { ...rest, x: shifted(x, stackByte), y: shifted(y, stackByte) };
}
