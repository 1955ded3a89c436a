/** @module Detects a relay-only connection without a relay: without a candidate it would never fail by itself. */
import { EdgeError } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';

/** Calls `handleNone` if gathering ends without a candidate. Returns a function that stops listening. */
export function watchRelays(pc: RTCPeerConnection, handleNone: (error: EdgeError) => void): () => void {
  const reasons = new Set<number>();
  let hasCandidate = false;
  const offs = [
    listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) => {
      hasCandidate ||= candidate !== null && candidate.candidate !== '';
    }),
    listen(pc, 'icecandidateerror', ({ errorCode }: RTCPeerConnectionIceErrorEvent) => {
      reasons.add(errorCode);
    }),
    listen(pc, 'icegatheringstatechange', () => {
      if (pc.iceGatheringState === 'complete' && !hasCandidate) handleNone(noRelay(reasons));
    }),
  ];
  return () => offs.forEach((off) => off());
}

/** A server answers 401 to credentials that it refuses; browsers report 701 for a server that does not answer. */
function noRelay(reasons: ReadonlySet<number>): EdgeError {
  const got = reasons.size === 0 ? 'no candidate' : `error ${[...reasons].join(', ')}`;
  return new EdgeError('ERR_PEER_FAILED', `TURN servers provided no relay: ${got}`);
}
