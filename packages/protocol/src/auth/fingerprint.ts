/** @module SHA-256 fingerprints as texts, and where session descriptions name them (RFC 8122). */
import { EdgeError } from '../errors/edge-error.ts';

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
