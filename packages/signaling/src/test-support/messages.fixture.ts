/** @module Frames for tests. */

/** A candidate with a number, for checking order. */
export function candidate(number: number): string {
  return JSON.stringify({ type: 2, data: JSON.stringify({ candidate: `candidate:${number}`, sdpMid: '0' }) });
}

/** A candidate whose frame has exactly `bytes` bytes. */
export function candidateOfSize(bytes: number): string {
  const empty = candidate(0);
  return empty.replace('candidate:0', `candidate:0${'x'.repeat(bytes - empty.length)}`);
}

/** An offer with this SDP. */
export function offer(sdp = 'v=0'): string {
  return JSON.stringify({ type: 0, data: JSON.stringify({ type: 'offer', sdp }), metadata: {} });
}
