/** @module `@longwire/protocol/peer`: what a peer connection needs: negotiation, certificates on the wire, tracks, extensions. */
export { fingerprintOfDer } from '../auth/certificate-fingerprint.ts';
export { fingerprintsFromSdp } from '../auth/sdp-fingerprints.ts';
export { COAP_WS_FEATURE } from '../coap/binary/coap-code.ts';
export { earlySubprotocol, supportsEarlyMessages } from '../signaling/early-messages.ts';
export { onlineSecondsOf } from '../signaling/online-seconds.ts';
export { overallStatus } from '../signaling/overall-status.ts';
export { STREAM_FEATURE, selectFeatures } from '../stream/feature.ts';
export { decideDescription } from './decide-description.ts';
export { NEGOTIATION_FEATURE, NEGOTIATION_LABEL } from './negotiation-channel.ts';
export { withoutCandidates } from './without-candidates.ts';
