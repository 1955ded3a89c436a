/** @module The fingerprint of this side's certificate, which needs no hashing of our own. */
import type { Fingerprint } from '@longwire/protocol';
import { EdgeError, parseFingerprint } from '@longwire/protocol/base';

/** The hash of fingerprints, as browsers name it. */
export const SHA_256 = 'sha-256';

/**
 * The fingerprint of the certificate that this side made the connection with.
 * @throws EdgeError ERR_NO_CERTIFICATE if the browser does not tell it.
 */
export function ownFingerprint(certificate: RTCCertificate): Fingerprint {
  const all = 'getFingerprints' in certificate ? certificate.getFingerprints() : [];
  const value = all.find(({ algorithm }) => algorithm?.toLowerCase() === SHA_256)?.value;
  if (value === undefined) {
    throw new EdgeError('ERR_NO_CERTIFICATE', 'own certificate expected a sha-256 fingerprint, got none');
  }
  return parseFingerprint(value);
}
