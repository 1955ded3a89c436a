/** @module The transcript of a SPAKE2 login and the keys derived from it (PROTOCOL.md section 7, step 4). */
import { numberToBytesBE, numberToVarBytesBE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { hexToBytes } from '../bytes/hex.ts';
import type { Fingerprint } from './fingerprint.ts';
import { encodePoint, type Point } from './spake2-group.ts';

/** The values that both sides must agree on. */
export interface Transcript {
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
  readonly T: Uint8Array;
  readonly S: Uint8Array;
  readonly K: Point;
}

/** The two confirmations: KcA proves the client to the device, KcB the device to the client. */
export interface ConfirmationKeys {
  readonly key: Uint8Array;
  readonly KcA: Uint8Array;
  readonly KcB: Uint8Array;
}

/** w without leading zero bytes, as deployed devices hash it: one password in 256 is shorter than 32 bytes. */
export function strippedW(w: bigint): Uint8Array {
  return numberToVarBytesBE(w);
}

/** w in 32 bytes, as hashed by clients that keep the whole digest. */
export function paddedW(w: bigint): Uint8Array {
  return numberToBytesBE(w, 32);
}

/** TT: each part preceded by its length in four bytes, big-endian. */
export function encodeTranscript(transcript: Transcript, w: Uint8Array): Uint8Array {
  const { clientFingerprint, deviceFingerprint, T, S, K } = transcript;
  const parts = [hexToBytes(clientFingerprint), hexToBytes(deviceFingerprint), T, S, encodePoint(K), w];
  return concatBytes(parts.flatMap((part) => [numberToBytesBE(part.length, 4), part]));
}

/** key = SHA-256(TT), KcB = SHA-256(key), KcA = SHA-256(KcB). */
export function confirmationKeys(transcript: Transcript, w: Uint8Array): ConfirmationKeys {
  const key = sha256(encodeTranscript(transcript, w));
  const KcB = sha256(key);
  return { key, KcB, KcA: sha256(KcB) };
}
