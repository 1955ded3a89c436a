/** @module Secrets that the service issues: a public id, and 256 random bits that are shown once. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 bits; a connection token then has 57 characters and fits into 64 bytes. */
const SECRET_BYTES = 32;
const ID_BYTES = 5;

/** A new secret: its value, which is shown once, and the stored id and hash. */
export interface Secret {
  readonly value: string;
  /** Public: identifies the secret in logs, lists and towards the device. */
  readonly id: string;
  readonly hash: string;
}

/** Creates `<brand>_<id>_<secret>` from a cryptographic source. */
export function makeSecret(brand: 'lw' | 'lwk' | 'lws'): Secret {
  const id = `${brand}_${randomBytes(ID_BYTES).toString('hex')}`;
  const value = `${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { value, id, hash: hashSecret(value) };
}

/** 57 letters and digits without look-alikes; twelve of them have 69 random bits. */
const SHORT_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Length that the form fields of existing pages accept (docs/adr/0052). */
const SHORT_LENGTH = 12;

/** Creates a connection token of twelve characters, with an independent public id. */
export function makeShortToken(): Secret {
  const id = `lw_${randomBytes(ID_BYTES).toString('hex')}`;
  const letters = Array.from(
    { length: SHORT_LENGTH },
    () => SHORT_ALPHABET[randomInt(SHORT_ALPHABET.length)],
  );
  const value = letters.join('');
  return { value, id, hash: hashSecret(value) };
}

/**
 * SHA-256 of a secret, hex. A plain hash suffices for 256 random bits, and for the 69 of a short token, which
 * expires.
 */
export function hashSecret(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}
