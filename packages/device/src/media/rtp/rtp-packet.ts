/** @module One RTP packet (RFC 3550 section 5.1). */
import { payloadBytes, type RtpPayload } from './payload.ts';
import {
  TRANSPORT_SEQUENCE_BYTES,
  writeTransportSequence,
  type TransportSequence,
} from './transport-sequence.ts';

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
/** The longest header that is written, in bytes. */
export const RTP_HEADER_BYTES: number = FIXED_HEADER_BYTES + TRANSPORT_SEQUENCE_BYTES;

const HAS_PADDING = 0x20;
const HAS_EXTENSION = 0x10;

/** Parses a packet; undefined for anything else, including RTCP (RFC 5761 section 4). */
export function parseRtpPacket(bytes: Uint8Array): RtpPacket | undefined {
  if (bytes.length < FIXED_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [flags, second] = [view.getUint8(0), view.getUint8(1)];
  if (flags >> 6 !== 2 || isRtcpType(second)) return undefined;
  const start = headerLength(view, flags);
  const padding = (flags & HAS_PADDING) === 0 ? 0 : view.getUint8(bytes.length - 1);
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

/** What {@link writeRtpPacket} adds to a header and a payload. */
export interface RtpPacketParts {
  readonly transportSequence?: TransportSequence | undefined;
  /** Whether the payload is only padding, its last byte being its length. */
  readonly isPadding?: boolean;
}

/** Writes a packet. */
export function writeRtpPacket(
  fields: RtpHeader,
  payload: RtpPayload,
  { transportSequence, isPadding = false }: RtpPacketParts = {},
): Uint8Array {
  const headerBytes = FIXED_HEADER_BYTES + (transportSequence === undefined ? 0 : TRANSPORT_SEQUENCE_BYTES);
  // From the pool and without zeroing: thousands of packets are written per second, and each byte is set below.
  const bytes = Buffer.allocUnsafe(headerBytes + payloadBytes(payload));
  const flags = (isPadding ? HAS_PADDING : 0) | (transportSequence === undefined ? 0 : HAS_EXTENSION);
  bytes.writeUInt8(VERSION_2 | flags, 0);
  bytes.writeUInt8((fields.marker ? 0x80 : 0) | fields.payloadType, 1);
  bytes.writeUInt16BE(fields.sequenceNumber, 2);
  bytes.writeUInt32BE(fields.timestamp, 4);
  bytes.writeUInt32BE(fields.ssrc, 8);
  if (transportSequence !== undefined) writeTransportSequence(bytes, FIXED_HEADER_BYTES, transportSequence);
  bytes.set(payload.header, headerBytes);
  bytes.set(payload.body, headerBytes + payload.header.length);
  return bytes;
}

/** Whether a packet's second byte is an RTCP packet type. */
export function isRtcpType(secondByte: number): boolean {
  return secondByte >= 192 && secondByte <= 223;
}

function headerLength(view: DataView, flags: number): number {
  const fixed = FIXED_HEADER_BYTES + (flags & 0x0f) * 4;
  if ((flags & HAS_EXTENSION) === 0 || fixed + 4 > view.byteLength) return fixed;
  return fixed + 4 + view.getUint16(fixed + 2) * 4;
}
