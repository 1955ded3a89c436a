/** @module Passwords that people read out and type: from a cryptographic source, every character equally likely. */
import { drawBytes, type RandomBytes } from '../bytes/random-bytes.ts';
import { EdgeError } from '../errors/edge-error.ts';

/** Letters and digits without those that look alike (0 O o, 1 I i l). 55 of them: 16 make 92 bits. */
export const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Length of a generated password, in characters (SPEC.md section 5). */
const PASSWORD_CHARACTERS = 16;

/** Bytes from here on are redrawn: using them would make the first characters of the alphabet likelier. */
const UNBIASED_BYTES = 256 - (256 % PASSWORD_ALPHABET.length);

/** One draw gives about 14 characters: this many draws without 16 mean the source is not random. */
const MAX_DRAWS = 64;

/** Generates a password of 16 characters. @throws EdgeError ERR_RANDOM when the random source is broken. */
export function generatePassword(randomBytes: RandomBytes): string {
  let password = '';
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    for (const byte of drawBytes(randomBytes, PASSWORD_CHARACTERS)) {
      if (byte < UNBIASED_BYTES) password += PASSWORD_ALPHABET.charAt(byte % PASSWORD_ALPHABET.length);
      if (password.length === PASSWORD_CHARACTERS) return password;
    }
  }
  throw new EdgeError(
    'ERR_RANDOM',
    `random source is broken: fewer than ${PASSWORD_CHARACTERS} usable bytes in ${MAX_DRAWS} draws`,
  );
}
