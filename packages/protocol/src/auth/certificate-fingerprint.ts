/** @module The fingerprint of a DTLS certificate. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../bytes/hex.ts';
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';

/** The fingerprint of a certificate in DER. */
export function fingerprintOfDer(der: Uint8Array): Fingerprint {
  return parseFingerprint(bytesToHex(sha256(der)));
}
