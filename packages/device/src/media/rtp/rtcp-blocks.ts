/** @module Splits a compound RTCP packet (RFC 3550 section 6.1). */
import { isRtcpType } from './rtp-packet.ts';

/** One packet of a compound packet. */
export interface RtcpBlock {
  readonly type: number;
  /** The five bits after version and padding: a count, or the format of a feedback message. */
  readonly format: number;
  /** The bytes after the four-byte header. */
  readonly body: DataView;
}

/** RTCP packet types (RFC 3550 section 12.1, RFC 4585 section 6.1). */
export const RtcpType = {
  senderReport: 200,
  receiverReport: 201,
  sourceDescription: 202,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const;

const HEADER_BYTES = 4;

/** The packets of a compound packet, up to the first malformed one; none for anything but RTCP. */
export function rtcpBlocks(compound: Uint8Array): RtcpBlock[] {
  const view = new DataView(compound.buffer, compound.byteOffset, compound.byteLength);
  const blocks: RtcpBlock[] = [];
  for (let offset = 0; offset + HEADER_BYTES <= view.byteLength;) {
    const first = view.getUint8(offset);
    const type = view.getUint8(offset + 1);
    const end = offset + HEADER_BYTES + view.getUint16(offset + 2) * 4;
    if (first >> 6 !== 2 || !isRtcpType(type) || end > view.byteLength) break;
    const start = compound.byteOffset + offset + HEADER_BYTES;
    const body = new DataView(compound.buffer, start, end - offset - HEADER_BYTES);
    blocks.push({ type, format: first & 0x1f, body });
    offset = end;
  }
  return blocks;
}
