/** @module A connection that may use relays alone, and gets none: without a candidate nothing would ever happen to it. */
import { EdgeError } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';

/** Calls `handleNone` once gathering has ended without a candidate. The answer stops listening. */
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

/** 401 is what a server says to credentials that it does not take, and browsers say 701 for a server that does not answer. */
function noRelay(reasons: ReadonlySet<number>): EdgeError {
  const got = reasons.size === 0 ? 'got none' : `got error ${[...reasons].join(', ')}`;
  return new EdgeError('ERR_PEER_FAILED', `TURN servers expected to give a relay, ${got}`);
}
