/** @module The certificate that a connection is made with. */
import { EdgeError } from '@longwire/protocol/base';
import type { ResolvedOptions } from './options.ts';

/** An own certificate is needed to know the own fingerprint, which a login is bound to. */
export async function ownCertificate({
  certificate,
  RTCPeerConnection,
}: ResolvedOptions): Promise<RTCCertificate> {
  if (certificate !== undefined) return certificate;
  // Typed as names only; browsers take (and need) the curve as well.
  const algorithm: EcKeyGenParams = { name: 'ECDSA', namedCurve: 'P-256' };
  return RTCPeerConnection.generateCertificate(algorithm).catch((cause: unknown) => {
    throw new EdgeError('ERR_NO_CERTIFICATE', 'browser expected to make an ECDSA P-256 certificate', {
      cause,
    });
  });
}
