/** @module Removes the candidates inside a description. */

const CANDIDATE_LINES = /^a=(?:candidate:.*|end-of-candidates)(?:\r?\n|$)/gmu;

/** The SDP without its candidates and without the end-of-candidates line. */
export function withoutCandidates(sdp: string): string {
  return sdp.replaceAll(CANDIDATE_LINES, '');
}
