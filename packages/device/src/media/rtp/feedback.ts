/** @module Reads RTCP feedback: keyframe requests (RFC 4585 section 6.3.1, RFC 5104 section 4.3.1) and lost packets (RFC 4585 section 6.2.1). */
import { RtcpType, rtcpBlocks, type RtcpBlock } from './rtcp-blocks.ts';
import { plus } from './sequence-number.ts';

/** The feedback of a compound packet for one SSRC. */
export interface Feedback {
  readonly asksForPicture: boolean;
  /** Sequence numbers of lost packets, at most {@link MAX_LOST}. */
  readonly lost: readonly number[];
}

/** Most lost packets read from one compound packet. Reason: as many as are stored for retransmission. */
export const MAX_LOST = 1_000;

const Format = { nack: 1, pli: 1, fir: 4 } as const;

/** The offset of the entries, after the SSRCs of the packet sender and of the media source. */
const ENTRIES_OFFSET = 8;
const FIR_ENTRY_BYTES = 8;
const NACK_ENTRY_BYTES = 4;
/** Packets covered by the bit mask of a NACK entry. */
const MASK_BITS = 16;

/** Reads a compound packet, with at most `maxLost` lost packets; malformed blocks are ignored. */
export function readFeedback(compound: Uint8Array, ssrc: number, maxLost: number = MAX_LOST): Feedback {
  const blocks = rtcpBlocks(compound).filter(({ body }) => body.byteLength >= ENTRIES_OFFSET);
  return {
    asksForPicture: blocks.some((block) => isPictureRequest(block, ssrc)),
    lost: [...firstOf(maxLost, blocks, ssrc)],
  };
}

function isPictureRequest({ type, format, body }: RtcpBlock, ssrc: number): boolean {
  if (type !== RtcpType.payloadFeedback) return false;
  if (format === Format.pli) return body.getUint32(4) === ssrc;
  return format === Format.fir && entries(body, FIR_ENTRY_BYTES).some((at) => body.getUint32(at) === ssrc);
}

/** Reads at most `count` lost packets, because four bytes can list 17. */
function* firstOf(count: number, blocks: readonly RtcpBlock[], ssrc: number): Generator<number> {
  let left = count;
  for (const block of blocks)
    for (const lost of lostPackets(block, ssrc)) {
      if (left <= 0) return;
      left -= 1;
      yield lost;
    }
}

function* lostPackets({ type, format, body }: RtcpBlock, ssrc: number): Generator<number> {
  if (type !== RtcpType.transportFeedback || format !== Format.nack || body.getUint32(4) !== ssrc) return;
  for (const at of entries(body, NACK_ENTRY_BYTES)) {
    const first = body.getUint16(at);
    const mask = body.getUint16(at + 2);
    yield first;
    for (let bit = 0; bit < MASK_BITS; bit += 1) if ((mask >> bit) & 1) yield plus(first, bit + 1);
  }
}

function entries(body: DataView, size: number): number[] {
  const count = Math.floor((body.byteLength - ENTRIES_OFFSET) / size);
  return Array.from({ length: count }, (_, index) => ENTRIES_OFFSET + index * size);
}
