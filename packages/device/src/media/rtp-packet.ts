/** @module One RTP packet as it arrives (RFC 3550 section 5.1). */

/** The parts of a packet that a sink needs. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const FIXED_HEADER_BYTES = 12;

/** Reads a packet; undefined for what is not one, RTCP included (RFC 5761 section 4). */
export function parseRtpPacket(bytes: Uint8Array): RtpPacket | undefined {
  if (bytes.length < FIXED_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [flags, marker] = [view.getUint8(0), view.getUint8(1)];
  if (flags >> 6 !== 2 || isRtcpType(marker)) return undefined;
  const start = headerLength(view, flags);
  const padding = (flags & 0x20) === 0 ? 0 : view.getUint8(bytes.length - 1);
  if (start > bytes.length - padding) return undefined;
  return {
    payloadType: marker & 0x7f,
    sequenceNumber: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, bytes.length - padding),
  };
}

/** Whether the second byte of a packet makes it RTCP. */
export function isRtcpType(secondByte: number): boolean {
  return secondByte >= 192 && secondByte <= 223;
}

function headerLength(view: DataView, flags: number): number {
  const fixed = FIXED_HEADER_BYTES + (flags & 0x0f) * 4;
  if ((flags & 0x10) === 0 || fixed + 4 > view.byteLength) return fixed;
  return fixed + 4 + view.getUint16(fixed + 2) * 4;
}
