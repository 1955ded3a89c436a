/** @module The certificate of a connection. */
import { EdgeError } from '@longwire/protocol/base';
import type { ResolvedOptions } from './options.ts';

/** The own certificate provides the own fingerprint, which a login is bound to. */
export async function ownCertificate({
  certificate,
  RTCPeerConnection,
}: ResolvedOptions): Promise<RTCCertificate> {
  if (certificate !== undefined) return certificate;
  // TypeScript's type has only the name; browsers require the curve as well.
  const algorithm: EcKeyGenParams = { name: 'ECDSA', namedCurve: 'P-256' };
  return RTCPeerConnection.generateCertificate(algorithm).catch((cause: unknown) => {
    throw new EdgeError('ERR_NO_CERTIFICATE', 'browser did not create an ECDSA P-256 certificate', {
      cause,
    });
  });
}
