/** @module A description without the candidates that are inside it. */

const CANDIDATE_LINES = /^a=(?:candidate:.*|end-of-candidates)(?:\r?\n|$)/gmu;

/** The SDP without its candidates, and without the word that there are no more. */
export function withoutCandidates(sdp: string): string {
  return sdp.replaceAll(CANDIDATE_LINES, '');
}
