/** @module The fingerprint of a device's public key. */
import { concatBytes } from '../bytes/concat-bytes.ts';
import { hexToBytes } from '../bytes/hex.ts';
import { parsePublicJwk, publicPoint, type PublicJwk } from '../jws/public-jwk.ts';
import { fingerprintOfDer } from './certificate-fingerprint.ts';
import type { Fingerprint } from './fingerprint.ts';

/** DER of a P-256 SubjectPublicKeyInfo up to the uncompressed point (RFC 5480 section 2). */
const SPKI_PREFIX = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');

/** The fingerprint of a device: SHA-256 of the SubjectPublicKeyInfo of its P-256 key. @throws EdgeError ERR_PUBLIC_KEY */
export function publicKeyFingerprint(jwk: PublicJwk): Fingerprint {
  return fingerprintOfDer(concatBytes([SPKI_PREFIX, publicPoint(parsePublicJwk(jwk))]));
}
