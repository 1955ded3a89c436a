/** @module Reads feedback on the arrival of packets (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1). */
import { RtcpType, type RtcpBlock } from './rtcp-blocks.ts';
import { plus } from './sequence-number.ts';

/** One packet of a feedback message. */
export interface PacketStatus {
  readonly sequence: number;
  /** Arrival, in milliseconds after the message's reference time; undefined for a packet that has not arrived. */
  readonly arrivalMs: number | undefined;
}

/** A feedback message. */
export interface TransportFeedback {
  /** The reference time on the viewer's clock, in units of 64 ms, modulo 2^24. */
  readonly reference: number;
  readonly packets: readonly PacketStatus[];
}

/** Most packets of one message. Reason: as many as are remembered; two bytes can claim 8191. */
const MAX_FEEDBACK_PACKETS = 8_192;

const FORMAT = 15;
const HEADER_BYTES = 16;
const Symbol = { absent: 0, small: 1, large: 2 } as const;
/** Ticks of an arrival delta in one millisecond. */
const TICKS_PER_MS = 4;

/** The number of packets that a message claims to describe, without reading them; undefined for any other packet. */
export function feedbackCount({ type, format, body }: RtcpBlock): number | undefined {
  const isFeedback =
    type === RtcpType.transportFeedback && format === FORMAT && body.byteLength >= HEADER_BYTES;
  return isFeedback ? body.getUint16(10) : undefined;
}

/** Reads a message; undefined for any other packet, and for one that is malformed or describes more packets than the limit. */
export function readTransportFeedback(block: RtcpBlock): TransportFeedback | undefined {
  const count = feedbackCount(block);
  if (count === undefined || count === 0 || count > MAX_FEEDBACK_PACKETS) return undefined;
  const { body } = block;
  const symbols = readSymbols(body, count);
  if (symbols === undefined) return undefined;
  const packets: PacketStatus[] = [];
  let { offset } = symbols;
  let ticks = 0;
  for (const [index, symbol] of symbols.values.entries()) {
    const sequence = plus(body.getUint16(8), index);
    if (symbol !== Symbol.small && symbol !== Symbol.large) {
      packets.push({ sequence, arrivalMs: undefined });
      continue;
    }
    if (offset + symbol > body.byteLength) return undefined;
    ticks += symbol === Symbol.small ? body.getUint8(offset) : body.getInt16(offset);
    offset += symbol;
    packets.push({ sequence, arrivalMs: ticks / TICKS_PER_MS });
  }
  return { reference: body.getUint32(12) >>> 8, packets };
}

/** The status symbols of `count` packets, and the offset of the arrival deltas behind them. */
function readSymbols(
  body: DataView,
  count: number,
): { readonly values: readonly number[]; readonly offset: number } | undefined {
  const values: number[] = [];
  let offset = HEADER_BYTES;
  while (values.length < count) {
    if (offset + 2 > body.byteLength) return undefined;
    const chunk = body.getUint16(offset);
    offset += 2;
    const left = count - values.length;
    if ((chunk & 0x8000) === 0) {
      // A run: two bits of symbol and 13 bits of length.
      const length = Math.min(chunk & 0x1fff, left);
      if (length === 0) return undefined;
      for (let index = 0; index < length; index += 1) values.push((chunk >> 13) & 3);
    } else {
      // A vector: 14 symbols of one bit, or 7 of two bits.
      const [size, width, mask] = (chunk & 0x4000) === 0 ? [14, 1, 1] : [7, 2, 3];
      for (let index = 1; index <= Math.min(size, left); index += 1)
        values.push((chunk >> (14 - index * width)) & mask);
    }
  }
  return { values, offset };
}
