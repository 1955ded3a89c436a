/** @module SHA-256 fingerprints: of DTLS certificates (RFC 8122) and of a device's public key. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { parsePublicJwk, publicPoint, type PublicJwk } from '../jws/public-jwk.ts';

declare const brand: unique symbol;

/** A SHA-256 fingerprint: 64 lower-case hex digits, without colons. */
export type Fingerprint = string & { readonly [brand]: 'Fingerprint' };

const PLAIN = /^[0-9a-f]{64}$/u;
const WITH_COLONS = /^[0-9a-f]{2}(?::[0-9a-f]{2}){31}$/u;

/**
 * `a=fingerprint` lines of an SDP, by hash function and value (RFC 8122 section 5). Blanks around the value are left to `trim`:
 * a pattern for them takes seconds where a line is full of them.
 */
const SDP_LINE = /^a=fingerprint:[ \t]*(\S+)(.*)$/gimu;

/** DER of a P-256 SubjectPublicKeyInfo up to the uncompressed point (RFC 5480 section 2). */
const SPKI_PREFIX = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');

/** Whether a text already has the one form of a fingerprint. */
function isFingerprint(text: string): text is Fingerprint {
  return PLAIN.test(text);
}

/** Reads 64 hex digits in either case, all or none of the 32 pairs separated by colons. @throws EdgeError ERR_FINGERPRINT_FORMAT */
export function parseFingerprint(text: string): Fingerprint {
  const lower = text.toLowerCase();
  const plain = WITH_COLONS.test(lower) ? lower.replaceAll(':', '') : lower;
  if (isFingerprint(plain)) return plain;
  throw new EdgeError(
    'ERR_FINGERPRINT_FORMAT',
    `fingerprint expected 64 hex digits, got ${text.length} characters`,
  );
}

/**
 * The distinct SHA-256 fingerprints that a session description names, in order. They are claims of whoever wrote it:
 * identity and login are bound to the certificate on the wire.
 * @throws EdgeError ERR_FINGERPRINT_FORMAT for a sha-256 line that is not a fingerprint.
 */
export function fingerprintsFromSdp(sdp: string): Fingerprint[] {
  const lines = [...sdp.matchAll(SDP_LINE)].filter(([, hash]) => hash?.toLowerCase() === 'sha-256');
  return [...new Set(lines.map(([, , value = '']) => parseFingerprint(value.trim())))];
}

/** The fingerprint of a certificate in DER. */
export function fingerprintOfDer(der: Uint8Array): Fingerprint {
  return parseFingerprint(bytesToHex(sha256(der)));
}

/** The fingerprint of a device: SHA-256 of the SubjectPublicKeyInfo of its P-256 key. @throws EdgeError ERR_PUBLIC_KEY */
export function publicKeyFingerprint(jwk: PublicJwk): Fingerprint {
  return fingerprintOfDer(concatBytes(SPKI_PREFIX, publicPoint(parsePublicJwk(jwk))));
}
