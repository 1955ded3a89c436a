/** @module Randomness as an argument: this package has no source of its own. */
import { EdgeError } from '../errors/edge-error.ts';

/** Gives so many bytes from a cryptographic source, such as `crypto.getRandomValues`. */
export type RandomBytes = (length: number) => Uint8Array;

/** Draws bytes. @throws EdgeError ERR_RANDOM when the source gives fewer or more. */
export function drawBytes(randomBytes: RandomBytes, length: number): Uint8Array {
  const bytes = randomBytes(length);
  if (bytes.length === length) return bytes;
  throw new EdgeError('ERR_RANDOM', `random source expected to give ${length} bytes, got ${bytes.length}`);
}
