/** @module Hexadecimal text: written in lower case, read in either. */
import { bytesToHex as nobleBytesToHex, hexToBytes as nobleHexToBytes } from '@noble/hashes/utils.js';
import { EdgeError } from '../errors/edge-error.ts';

const HEX = /^(?:[0-9a-f]{2})*$/iu;

/** Writes bytes as lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return nobleBytesToHex(bytes);
}

/** Reads hex in either case. @throws EdgeError ERR_HEX for an odd length or any other character. */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!HEX.test(text))
    throw new EdgeError('ERR_HEX', `hex expected pairs of hex digits, got ${text.length} characters`);
  return nobleHexToBytes(text);
}
