/** @module One RTP packet (RFC 3550 section 5.1). */
import { payloadBytes, type RtpPayload } from './payload.ts';

/** The header fields of a packet. */
export interface RtpHeader {
  /** For video: whether this is the last packet of a frame. */
  readonly marker: boolean;
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** A received packet. */
export interface RtpPacket extends RtpHeader {
  readonly payload: Uint8Array;
}

const FIXED_HEADER_BYTES = 12;
const VERSION_2 = 0x80;

/** Parses a packet; undefined for anything else, including RTCP (RFC 5761 section 4). */
export function parseRtpPacket(bytes: Uint8Array): RtpPacket | undefined {
  if (bytes.length < FIXED_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [flags, second] = [view.getUint8(0), view.getUint8(1)];
  if (flags >> 6 !== 2 || isRtcpType(second)) return undefined;
  const start = headerLength(view, flags);
  const padding = (flags & 0x20) === 0 ? 0 : view.getUint8(bytes.length - 1);
  if (start > bytes.length - padding) return undefined;
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    sequenceNumber: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(start, bytes.length - padding),
  };
}

/** Writes a packet. */
export function writeRtpPacket(fields: RtpHeader, payload: RtpPayload): Uint8Array {
  // From the pool and without zeroing: thousands of packets are written per second, and each byte is set below.
  const bytes = Buffer.allocUnsafe(FIXED_HEADER_BYTES + payloadBytes(payload));
  bytes.writeUInt8(VERSION_2, 0);
  bytes.writeUInt8((fields.marker ? 0x80 : 0) | fields.payloadType, 1);
  bytes.writeUInt16BE(fields.sequenceNumber, 2);
  bytes.writeUInt32BE(fields.timestamp, 4);
  bytes.writeUInt32BE(fields.ssrc, 8);
  bytes.set(payload.header, FIXED_HEADER_BYTES);
  bytes.set(payload.body, FIXED_HEADER_BYTES + payload.header.length);
  return bytes;
}

/** Whether a packet's second byte is an RTCP packet type. */
export function isRtcpType(secondByte: number): boolean {
  return secondByte >= 192 && secondByte <= 223;
}

function headerLength(view: DataView, flags: number): number {
  const fixed = FIXED_HEADER_BYTES + (flags & 0x0f) * 4;
  if ((flags & 0x10) === 0 || fixed + 4 > view.byteLength) return fixed;
  return fixed + 4 + view.getUint16(fixed + 2) * 4;
}
