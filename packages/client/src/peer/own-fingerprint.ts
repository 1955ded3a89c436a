/** @module The fingerprint of this side's certificate, as computed by the browser. */
import type { Fingerprint } from '@longwire/protocol';
import { EdgeError, parseFingerprint } from '@longwire/protocol/base';

/** The hash function of fingerprints, as named by browsers. */
export const SHA_256 = 'sha-256';

/**
 * The fingerprint of the certificate that this side created the connection with.
 * @throws EdgeError ERR_NO_CERTIFICATE if the browser does not provide it.
 */
export function ownFingerprint(certificate: RTCCertificate): Fingerprint {
  const all = 'getFingerprints' in certificate ? certificate.getFingerprints() : [];
  const value = all.find(({ algorithm }) => algorithm?.toLowerCase() === SHA_256)?.value;
  if (value === undefined) {
    throw new EdgeError(
      'ERR_NO_CERTIFICATE',
      'browser provides no sha-256 fingerprint of the own certificate',
    );
  }
  return parseFingerprint(value);
}
