/** @module Encrypts a push message such that only the browser can read it (RFC 8291, with aes128gcm of RFC 8188). */
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** The keys that a browser gives for its messages. */
export interface BrowserKeys {
  /** An uncompressed point of P-256, 65 bytes. */
  readonly p256dh: Uint8Array;
  /** 16 bytes. */
  readonly auth: Uint8Array;
}

/** What is random in a message; tests pass that of RFC 8291. */
export interface PushRandomness {
  readonly salt: Uint8Array;
  /** With a key pair that is used once. */
  readonly ecdh: ECDH;
}

/** Most bytes of a plaintext: 4,096 without the header (86), the tag (16) and the delimiter (RFC 8291 section 4). */
export const MAX_PUSH_PLAINTEXT_BYTES = 3_993;

/** Lengths are rounded up to a multiple of this, in bytes. Reason: the length of a sentence would tell which one it is. */
const PADDED_TO_BYTES = 512;

/** Record size of a message, which has one record (RFC 8291 section 4). */
const RECORD_BYTES = 4096;

/** Begins the padding of the last record (RFC 8188 section 2). */
const LAST_RECORD = 2;

const SALT_BYTES = 16;

/** A new salt and key pair. */
function freshRandomness(): PushRandomness {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { salt: randomBytes(SALT_BYTES), ecdh };
}

/** Rounds a length up, within the limit. */
export function paddedLength(length: number): number {
  return Math.min(Math.ceil(length / PADDED_TO_BYTES) * PADDED_TO_BYTES, MAX_PUSH_PLAINTEXT_BYTES);
}

/** Encrypts a text. @throws an error of node:crypto for keys that are none, RangeError for a longer text. */
export function encryptPush(
  plaintext: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  { salt, ecdh }: PushRandomness = freshRandomness(),
  length: number = paddedLength(plaintext.length),
): Uint8Array {
  if (plaintext.length > length)
    throw new RangeError(`plaintext has ${plaintext.length} bytes, want ${length}`);
  const ownPublic = ecdh.getPublicKey();
  const shared = ecdh.computeSecret(p256dh);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic]);
  const secret = hkdf(shared, auth, keyInfo, 32);
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const padding = new Uint8Array(length - plaintext.length + 1);
  padding[0] = LAST_RECORD;
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([
    salt,
    header,
    ownPublic,
    cipher.update(plaintext),
    cipher.update(padding),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, length));
}
