/** @module The SDP parameters with which H.264 is offered to browsers. */

/**
 * H.264 of every profile is offered as constrained baseline, which every browser lists. Their decoders also play Main and High, but
 * Chromium without a hardware decoder does not list High, which most cameras send, and would refuse it.
 */
const PROFILE = '42e0';

/** The SDP parameters (RFC 6184 section 8.1) of H.264 with a level_idc. */
export function h264Parameters(level: number): string {
  const levelId = Math.min(255, Math.max(0, level)).toString(16).padStart(2, '0');
  return `profile-level-id=${PROFILE}${levelId};packetization-mode=1;level-asymmetry-allowed=1`;
}
