/** @module Connection tokens as people hold them: `lw_<id>_<secret>`. */
import { createHash, randomBytes } from 'node:crypto';

/** 256 bits; the whole token is 57 characters, as a connection token has to fit into 64 bytes. */
const SECRET_BYTES = 32;
const ID_BYTES = 5;

/** A fresh token: its value, which is shown once, and what is kept of it. */
export interface NewToken {
  readonly value: string;
  /** Public: names the token in logs, lists and towards the device. */
  readonly id: string;
  readonly hash: string;
}

/** Makes a token from a cryptographic source. */
export function makeToken(): NewToken {
  const id = `lw_${randomBytes(ID_BYTES).toString('hex')}`;
  const value = `${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { value, id, hash: hashToken(value) };
}

/** SHA-256 of a token, hex. A plain hash is enough for what has 256 random bits. */
export function hashToken(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}
