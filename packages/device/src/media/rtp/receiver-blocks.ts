/** @module Reads the loss that a viewer reports in receiver and sender reports (RFC 3550 section 6.4). */
import { RtcpType, type RtcpBlock } from './rtcp-blocks.ts';

const BLOCK_BYTES = 24;
/** The offset of the report blocks after the SSRC of the reporter, and after the sender's own numbers. */
const OFFSETS = new Map<number, number>([
  [RtcpType.receiverReport, 4],
  [RtcpType.senderReport, 24],
]);

/** The largest share of packets lost, from 0 to 1, that a report contains for one of the SSRCs; undefined without such a block. */
export function reportedLoss(
  { type, format, body }: RtcpBlock,
  ssrcs: ReadonlySet<number>,
): number | undefined {
  const start = OFFSETS.get(type);
  if (start === undefined) return undefined;
  let largest: number | undefined;
  // The format has five bits, so there are at most 31 blocks.
  for (let index = 0; index < format; index += 1) {
    const offset = start + index * BLOCK_BYTES;
    if (offset + BLOCK_BYTES > body.byteLength) break;
    if (!ssrcs.has(body.getUint32(offset))) continue;
    largest = Math.max(largest ?? 0, body.getUint8(offset + 4) / 256);
  }
  return largest;
}
