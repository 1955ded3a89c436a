/** @module What a device stores of a password: the w of SPAKE2 (PROTOCOL.md section 7). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../bytes/hex.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';

declare const brand: unique symbol;

/**
 * SHA-256 of a password as 64 lower-case hex digits. It suffices to log in, so protect it like the password itself.
 */
export type PasswordVerifier = string & { readonly [brand]: 'PasswordVerifier' };

/**
 * The order of P-256 (SEC 2 section 2.4.2), defined here so that parsing a verifier does not load the curve's code.
 */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const FORMAT = /^[0-9a-f]{64}$/u;

/** The verifier of a password: SHA-256 of its UTF-8 bytes, without normalisation. */
export function passwordVerifier(password: string): PasswordVerifier {
  return parsePasswordVerifier(bytesToHex(sha256(utf8Encode(password))));
}

/**
 * Parses a stored verifier. Multiples of the group order are refused: with such a w, points would hide nothing.
 * @throws EdgeError ERR_PASSWORD_VERIFIER
 */
export function parsePasswordVerifier(text: string): PasswordVerifier {
  if (isVerifier(text)) return text;
  throw new EdgeError(
    'ERR_PASSWORD_VERIFIER',
    'invalid password verifier: want 64 lower-case hex digits that are not a multiple of the group order',
  );
}

/** The verifier as the number w. */
export function verifierNumber(verifier: PasswordVerifier): bigint {
  return BigInt(`0x${verifier}`);
}

function isVerifier(text: string): text is PasswordVerifier {
  return FORMAT.test(text) && BigInt(`0x${text}`) % ORDER !== 0n;
}
