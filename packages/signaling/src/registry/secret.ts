/** @module Secrets that the service makes: a public id, and 256 random bits that are shown once. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 bits; a connection token is 57 characters with it, as it has to fit into 64 bytes. */
const SECRET_BYTES = 32;
const ID_BYTES = 5;

/** A fresh secret: its value, which is shown once, and what is kept of it. */
export interface Secret {
  readonly value: string;
  /** Public: names the secret in logs, lists and towards the device. */
  readonly id: string;
  readonly hash: string;
}

/** Makes `<brand>_<id>_<secret>` from a cryptographic source. */
export function makeSecret(brand: 'lw' | 'lwk' | 'lws'): Secret {
  const id = `${brand}_${randomBytes(ID_BYTES).toString('hex')}`;
  const value = `${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { value, id, hash: hashSecret(value) };
}

/** Letters and digits without look-alikes: 57, so that twelve have 69 random bits. */
const SHORT_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** What the form fields of existing pages take (docs/adr/0052). */
const SHORT_LENGTH = 12;

/** Makes a connection token of twelve characters, whose public id is independent of it. */
export function makeShortToken(): Secret {
  const id = `lw_${randomBytes(ID_BYTES).toString('hex')}`;
  const letters = Array.from(
    { length: SHORT_LENGTH },
    () => SHORT_ALPHABET[randomInt(SHORT_ALPHABET.length)],
  );
  const value = letters.join('');
  return { value, id, hash: hashSecret(value) };
}

/** SHA-256 of a secret, hex. A plain hash is enough for 256 random bits, and for the 69 of a short token, which expires. */
export function hashSecret(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}

/** What a token is called that a device gave to its user, by the token's SHA-256; the device computes the same. */
export function announcedTokenId(hash: string): string {
  return `lwd_${hash.slice(0, 16)}`;
}
