/** @module Whether everything that a peer connection carries is on one DTLS transport, by what the browser made of the descriptions. */
import { EdgeError } from '@longwire/protocol/base';

/**
 * Called after each description, whatever it said: the transports are there when it is applied, before they connect.
 * @throws EdgeError ERR_CERTIFICATE_CHANGED for a second transport
 */
export function requireOneTransport(pc: Pick<RTCPeerConnection, 'sctp' | 'getTransceivers'>): void {
  const transports = new Set<RTCDtlsTransport | null | undefined>([pc.sctp?.transport]);
  for (const { sender, receiver } of pc.getTransceivers()) {
    transports.add(sender.transport).add(receiver.transport);
  }
  // A line that is not negotiated yet has none, and some browsers do not show it.
  transports.delete(null);
  transports.delete(undefined);
  if (transports.size > 1) {
    const words = `descriptions made ${transports.size} DTLS transports instead of one`;
    throw new EdgeError('ERR_CERTIFICATE_CHANGED', words);
  }
}
