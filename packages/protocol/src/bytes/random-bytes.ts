/** @module Randomness as an argument: this package has no source of its own. */
import { EdgeError } from '../errors/edge-error.ts';

/** Returns `length` bytes from a cryptographic source, such as `crypto.getRandomValues`. */
export type RandomBytes = (length: number) => Uint8Array;

/** Draws bytes. @throws EdgeError ERR_RANDOM when the source returns fewer or more. */
export function drawBytes(randomBytes: RandomBytes, length: number): Uint8Array {
  const bytes = randomBytes(length);
  if (bytes.length === length) return bytes;
  throw new EdgeError('ERR_RANDOM', `random source returned ${bytes.length} bytes instead of ${length}`);
}
