/** @module How H.264 is described to browsers. */

/**
 * H.264 of every profile is offered as constrained baseline, the one that every browser names. Their decoders play Main and High as well; but
 * Chromium without a decoder in hardware does not name High, which most cameras send, and would refuse it.
 */
const PROFILE = '42e0';

/** The parameters in SDP (RFC 6184 section 8.1) of H.264 of a level, as level_idc has it. */
export function h264Parameters(level: number): string {
  const levelId = Math.min(255, Math.max(0, level)).toString(16).padStart(2, '0');
  return `profile-level-id=${PROFILE}${levelId};packetization-mode=1;level-asymmetry-allowed=1`;
}
