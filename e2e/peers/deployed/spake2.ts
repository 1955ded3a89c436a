/** @module The password login of deployed devices (DEPLOYED.md): w hashed without its leading zero bytes only, and a reusable key. */
import { createHash, randomBytes } from 'node:crypto';
import { add, decodePoint, encodePoint, G, multiply, negate, ORDER, toBigInt } from './p256.ts';

const M = decodePoint(
  Buffer.from(
    '04886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f5ff355163e43ce224e0b0e65ff02ac8e5c7be09419c785e0ca547d55a12e2d20',
    'hex',
  ),
);
const N = decodePoint(
  Buffer.from(
    '04d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b4907d60aa6bfade45008a636337f5168c64d9bd36034808cd564490b1e656edbe7',
    'hex',
  ),
);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function lengthPrefixed(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function withoutLeadingZeros(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start < 0 ? Buffer.alloc(0) : bytes.subarray(start);
}

/** The result of round 1: the point for the client and the two confirmations. */
export interface LoginKey {
  readonly serverPoint: Buffer;
  readonly clientConfirmation: Buffer;
  readonly serverConfirmation: Buffer;
}

/**
 * Round 1 on the device. A user without a password gets a random one.
 * @throws Error when the client's point is invalid.
 */
export function startLogin(
  clientPoint: Uint8Array,
  password: string | undefined,
  clientFingerprint: Buffer,
  deviceFingerprint: Buffer,
): LoginKey {
  const T = decodePoint(clientPoint);
  const digest = password === undefined ? randomBytes(32) : sha256(Buffer.from(password, 'utf8'));
  const w = toBigInt(digest) % ORDER;
  const y = (toBigInt(randomBytes(40)) % (ORDER - 1n)) + 1n;
  const serverPoint = encodePoint(add(multiply(G, y), multiply(N, w)));
  const K = multiply(add(T, negate(multiply(M, w))), y);
  const key = sha256(
    lengthPrefixed(clientFingerprint),
    lengthPrefixed(deviceFingerprint),
    lengthPrefixed(clientPoint),
    lengthPrefixed(serverPoint),
    lengthPrefixed(encodePoint(K)),
    lengthPrefixed(withoutLeadingZeros(digest)),
  );
  const serverConfirmation = sha256(key);
  return { serverPoint, serverConfirmation, clientConfirmation: sha256(serverConfirmation) };
}
