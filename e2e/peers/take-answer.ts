/** @module How a test peer on node-datachannel takes an answer, as the library would fail now and then by itself (docs/platform.md). */
import type { PeerConnection, RtcConfig } from 'node-datachannel';

/** For peers that offer: a handshake may begin before the library has kept the answer's fingerprint. */
export const OFFERER: RtcConfig = {
  iceServers: [],
  disableAutoNegotiation: true,
  disableFingerprintVerification: true,
};

const CANDIDATE_LINES = /^a=(?:candidate:.*|end-of-candidates)\r?\n/gmu;

/** Applies an answer, and its candidates only then. */
export function takeAnswer(peer: PeerConnection, sdp: string): void {
  const mid = /^a=mid:(\S+)/mu.exec(sdp)?.[1] ?? '0';
  peer.setRemoteDescription(sdp.replace(CANDIDATE_LINES, ''), 'answer');
  for (const [line] of sdp.matchAll(CANDIDATE_LINES)) {
    if (line.startsWith('a=candidate:')) peer.addRemoteCandidate(line.slice(2).trim(), mid);
  }
}
