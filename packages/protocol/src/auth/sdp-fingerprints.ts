/** @module Where session descriptions name fingerprints (RFC 8122). */
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';

/**
 * `a=fingerprint` lines of an SDP, by hash function and value (RFC 8122 section 5). Blanks around the value are left to `trim`:
 * a pattern for them takes seconds where a line is full of them.
 */
const SDP_LINE = /^a=fingerprint:[ \t]*(\S+)(.*)$/gimu;

/**
 * The distinct SHA-256 fingerprints that a session description names, in order. They are claims of whoever wrote it:
 * identity and login are bound to the certificate on the wire.
 * @throws EdgeError ERR_FINGERPRINT_FORMAT for a sha-256 line that is not a fingerprint.
 */
export function fingerprintsFromSdp(sdp: string): Fingerprint[] {
  const lines = [...sdp.matchAll(SDP_LINE)].filter(([, hash]) => hash?.toLowerCase() === 'sha-256');
  return [...new Set(lines.map(([, , value = '']) => parseFingerprint(value.trim())))];
}
