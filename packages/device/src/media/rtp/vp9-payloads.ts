/** @module VP9 in RTP (RFC 9628) with one layer and the one-byte descriptor. */
import { cut, MAX_PAYLOAD_BYTES, type RtpPayload } from './payload.ts';

/** Bits of the descriptor (RFC 9628 section 4.2). */
const Bit = { interPredicted: 0x40, begin: 0x08, end: 0x04 } as const;

/** The payloads of a frame. */
export function vp9Payloads(frame: Uint8Array, isKeyframe: boolean): RtpPayload[] {
  const pieces = cut(frame, MAX_PAYLOAD_BYTES - 1);
  return pieces.map((body, index) => ({
    header: Uint8Array.of(
      (isKeyframe ? 0 : Bit.interPredicted) |
        (index === 0 ? Bit.begin : 0) |
        (index === pieces.length - 1 ? Bit.end : 0),
    ),
    body,
  }));
}

/** Whether a payload is the first of a frame that is not predicted from another. */
export function isVp9Keyframe([first = 0]: Uint8Array): boolean {
  return (first & Bit.begin) !== 0 && (first & Bit.interPredicted) === 0;
}
