/** @module Checks that a peer connection uses a single DTLS transport, by the browser's own state. */
import { EdgeError } from '@longwire/protocol/base';

/**
 * Called after each description: the transports exist once it is applied, before they connect.
 * @throws EdgeError ERR_CERTIFICATE_CHANGED for a second transport
 */
export function requireOneTransport(pc: Pick<RTCPeerConnection, 'sctp' | 'getTransceivers'>): void {
  const transports = new Set<RTCDtlsTransport | null | undefined>([pc.sctp?.transport]);
  for (const { sender, receiver } of pc.getTransceivers()) {
    transports.add(sender.transport).add(receiver.transport);
  }
  // A line that is not negotiated yet has no transport, and some browsers omit it.
  transports.delete(null);
  transports.delete(undefined);
  if (transports.size > 1) {
    const words = `descriptions made ${transports.size} DTLS transports instead of one`;
    throw new EdgeError('ERR_CERTIFICATE_CHANGED', words);
  }
}
