/** @module What a device keeps of a password: the w of SPAKE2 (PROTOCOL.md section 7). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../bytes/hex.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';

declare const brand: unique symbol;

/** SHA-256 of a password as 64 lower-case hex digits. Whoever has it can log in: keep it as the password itself. */
export type PasswordVerifier = string & { readonly [brand]: 'PasswordVerifier' };

/** The order of P-256 (SEC 2 section 2.4.2), named here so that a verifier is read without the curve's code. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const FORMAT = /^[0-9a-f]{64}$/u;

/** The verifier of a password: its UTF-8 bytes hashed, without normalisation. */
export function passwordVerifier(password: string): PasswordVerifier {
  return parsePasswordVerifier(bytesToHex(sha256(utf8Encode(password))));
}

/**
 * Reads a stored verifier. Multiples of the group order are refused: with one of them as w, points hide nothing.
 * @throws EdgeError ERR_PASSWORD_VERIFIER
 */
export function parsePasswordVerifier(text: string): PasswordVerifier {
  if (isVerifier(text)) return text;
  throw new EdgeError(
    'ERR_PASSWORD_VERIFIER',
    'password verifier expected 64 lower-case hex digits of a usable number',
  );
}

/** The verifier as the number w. */
export function verifierNumber(verifier: PasswordVerifier): bigint {
  return BigInt(`0x${verifier}`);
}

function isVerifier(text: string): text is PasswordVerifier {
  return FORMAT.test(text) && BigInt(`0x${text}`) % ORDER !== 0n;
}
