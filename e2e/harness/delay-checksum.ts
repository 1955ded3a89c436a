/** @module Fills in the checksum that the kernel leaves to a network card: packets to a process never pass one. */

/** Offsets: where the IPv4 packet begins in an Ethernet frame (IEEE 802.3), and the frame in a VXLAN datagram (RFC 7348 section 5). */
const ETHERNET_HEADER_BYTES = 14;
export const VXLAN_HEADER_BYTES = 8;
const ETHERTYPE_IPV4 = 0x08_00;

/** The offset of the checksum in a segment, by protocol number: TCP (RFC 9293) and UDP (RFC 768). */
const CHECKSUM_OFFSETS = new Map([
  [6, 16],
  [17, 6],
]);

/** Sum of 16-bit words; an odd last byte is padded with zero (RFC 1071). */
function sumOf(bytes: Buffer, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at + 1 < end; at += 2) sum += bytes.readUInt16BE(at);
  return (end - start) % 2 === 0 ? sum : sum + bytes.readUInt8(end - 1) * 256;
}

/** Fills in the checksum of a TCP or UDP packet over IPv4 in an Ethernet frame; leaves everything else, fragments included, unchanged. */
export function fillChecksum(frame: Buffer): void {
  const ip = ETHERNET_HEADER_BYTES;
  if (frame.length < ip + 20 || frame.readUInt16BE(ip - 2) !== ETHERTYPE_IPV4) return;
  const start = ip + (frame.readUInt8(ip) & 0x0f) * 4;
  const end = ip + frame.readUInt16BE(ip + 2);
  const offset = CHECKSUM_OFFSETS.get(frame.readUInt8(ip + 9));
  const isFragment = (frame.readUInt16BE(ip + 6) & 0x3f_ff) !== 0;
  if (offset === undefined || isFragment || end > frame.length || start + offset + 2 > end) return;
  frame.writeUInt16BE(0, start + offset);
  // The pseudo header: both addresses, the protocol and the length.
  const pseudo = sumOf(frame, ip + 12, ip + 20) + frame.readUInt8(ip + 9) + (end - start);
  let sum = pseudo + sumOf(frame, start, end);
  while (sum > 0xff_ff) sum = (sum & 0xff_ff) + (sum >>> 16);
  // In UDP, zero means "no checksum".
  frame.writeUInt16BE(0xff_ff - sum || 0xff_ff, start + offset);
}
