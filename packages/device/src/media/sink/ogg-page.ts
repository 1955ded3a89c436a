/** @module Writes an Ogg page that contains one packet (RFC 3533 section 6). */

/** The contents of a page. */
export interface OggPage {
  readonly packet: Uint8Array;
  /** The granule position: ticks up to the end of this packet. */
  readonly granule: number;
  readonly serial: number;
  readonly sequence: number;
  readonly isFirst?: boolean;
}

const HEADER_BYTES = 27;
const CHECKSUM_OFFSET = 22;
const SEGMENT_BYTES = 255;
/** Largest packet of one page, in bytes. */
export const MAX_OGG_PACKET_BYTES: number = SEGMENT_BYTES * SEGMENT_BYTES - 1;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c1_1db7 : 0);
  return value >>> 0;
});

/** Writes a page. */
export function oggPage({ packet, granule, serial, sequence, isFirst = false }: OggPage): Uint8Array {
  const segments = Math.floor(packet.length / SEGMENT_BYTES) + 1;
  const page = Buffer.alloc(HEADER_BYTES + segments + packet.length);
  page.write('OggS', 'latin1');
  page[5] = isFirst ? 2 : 0;
  page.writeBigUInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(serial, 14);
  page.writeUInt32LE(sequence, 18);
  page[HEADER_BYTES - 1] = segments;
  page.fill(SEGMENT_BYTES, HEADER_BYTES, HEADER_BYTES + segments - 1);
  page[HEADER_BYTES + segments - 1] = packet.length % SEGMENT_BYTES;
  page.set(packet, HEADER_BYTES + segments);
  page.writeUInt32LE(checksum(page), CHECKSUM_OFFSET);
  return page;
}

function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) ^ (CRC_TABLE[(value >>> 24) ^ byte] ?? 0)) >>> 0;
  return value;
}
