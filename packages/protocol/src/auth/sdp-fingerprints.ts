/** @module Fingerprints in session descriptions (RFC 8122). */
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';

/**
 * `a=fingerprint` lines of an SDP, by hash function and value (RFC 8122 section 5). `trim` removes blanks around the
 * value: matching them in the pattern takes seconds on a line full of blanks.
 */
const SDP_LINE = /^a=fingerprint:[ \t]*(\S+)(.*)$/gimu;

/**
 * The distinct SHA-256 fingerprints in a session description, in order. They are only claims of its author: identity
 * and login are bound to the certificate on the wire.
 * @throws EdgeError ERR_FINGERPRINT_FORMAT for a sha-256 line that is not a fingerprint.
 */
export function fingerprintsFromSdp(sdp: string): Fingerprint[] {
  const lines = [...sdp.matchAll(SDP_LINE)].filter(([, hash]) => hash?.toLowerCase() === 'sha-256');
  return [...new Set(lines.map(([, , value = '']) => parseFingerprint(value.trim())))];
}
