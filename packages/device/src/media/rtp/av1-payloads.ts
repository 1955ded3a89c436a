/**
 * @module AV1 in RTP (AOM, "RTP Payload Format For AV1" 1.0). Only the first packet of a temporal unit starts with a new OBU; all others
 * continue one. Chromium detects the start of a frame by this.
 */
import { concatBytes } from '@longwire/protocol';
import { MAX_PAYLOAD_BYTES, wholePayload, type RtpPayload } from './payload.ts';

/** OBU types (AV1 section 6.2.2). */
const ObuType = { sequenceHeader: 1, temporalDelimiter: 2, tileList: 8, padding: 15 } as const;

/** OBU types that RTP omits (section 5 of the payload format). */
const LEFT_OUT: ReadonlySet<number> = new Set([ObuType.temporalDelimiter, ObuType.tileList, ObuType.padding]);

/** Bits of an OBU's header (AV1 section 5.3.2). */
const Header = { extension: 0x04, hasSize: 0x02 } as const;

/** Bits of the aggregation header (section 4.4): Z, Y and N. With W = 0 each element has a length field. */
const Aggregation = { continues: 0x80, continued: 0x40, newSequence: 0x08 } as const;

const AGGREGATION_BYTES = 1;
/** Bytes of the length field of an element below {@link MAX_PAYLOAD_BYTES}. */
const LENGTH_BYTES = 2;
/** Least free space for the start of another OBU in a packet, in bytes. */
const MIN_ROOM = 16;
/** Most bytes of a leb128 number that fits 32 bits. */
const MAX_SIZE_BYTES = 5;

/** Most OBUs of a temporal unit; later ones are dropped. Reason: one for each tile and a few more are usual, and each costs an array. */
export const MAX_OBUS = 4096;

/** One OBU, without its size field. */
interface Obu {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** The payloads of a temporal unit; a truncated OBU and everything after it is dropped. */
export function av1Payloads(temporalUnit: Uint8Array): RtpPayload[] {
  // An OBU without a body is meaningless and cannot be split.
  const obus = readObus(temporalUnit).filter(({ type, bytes }) => !LEFT_OUT.has(type) && bytes.length > 1);
  const packets = pack(obus.map(({ bytes }) => bytes));
  const isNewSequence = obus.some(({ type }) => type === ObuType.sequenceHeader);
  return packets.map((elements, index) => {
    const flags =
      (index === 0 ? 0 : Aggregation.continues) |
      (index === packets.length - 1 ? 0 : Aggregation.continued) |
      (isNewSequence && index === 0 ? Aggregation.newSequence : 0);
    const parts = elements.flatMap((element) => [lengthOf(element), element]);
    return wholePayload(concatBytes([Uint8Array.of(flags), ...parts]));
  });
}

/** Whether a payload starts a coded video sequence (N bit). */
export function isAv1Keyframe([first = 0]: Uint8Array): boolean {
  return (first & Aggregation.newSequence) !== 0;
}

/** The elements of each packet; the last one of a packet continues in the next packet. */
function pack(obus: readonly Uint8Array[]): Uint8Array[][] {
  const packets: Uint8Array[][] = [];
  let room = 0;
  for (const [index, obu] of obus.entries()) {
    for (let offset = 0; offset < obu.length;) {
      const current = packets.at(-1);
      if (current === undefined || offset > 0) {
        packets.push([]);
        room = MAX_PAYLOAD_BYTES - AGGREGATION_BYTES;
      }
      const left = obu.length - offset;
      const fitting = Math.min(left, room - LENGTH_BYTES);
      const isFull = fitting === left && room - LENGTH_BYTES - fitting < MIN_ROOM;
      // If the packet would end exactly with this OBU, its last byte moves to the next packet, unless this is the last OBU.
      const taken = isFull && index < obus.length - 1 && fitting > 1 ? fitting - 1 : fitting;
      packets.at(-1)?.push(obu.subarray(offset, offset + taken));
      room -= LENGTH_BYTES + taken;
      offset += taken;
    }
  }
  return packets;
}

/** A length as leb128 (AV1 section 4.10.5). */
function lengthOf({ length }: Uint8Array): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}

function readObus(bytes: Uint8Array): Obu[] {
  const obus: Obu[] = [];
  let offset = 0;
  while (offset < bytes.length && obus.length < MAX_OBUS) {
    const first = bytes[offset] ?? 0;
    const headerEnd = offset + ((first & Header.extension) === 0 ? 1 : 2);
    const size = (first & Header.hasSize) === 0 ? restOf(bytes, headerEnd) : readSize(bytes, headerEnd);
    if (size === undefined || size.end + size.value > bytes.length) break;
    const header = bytes.slice(offset, headerEnd);
    header[0] = first & ~Header.hasSize;
    offset = size.end + size.value;
    obus.push({ type: (first >> 3) & 0x0f, bytes: concatBytes([header, bytes.subarray(size.end, offset)]) });
  }
  return obus;
}

interface Size {
  readonly value: number;
  /** The offset after the size field. */
  readonly end: number;
}

/** An OBU without a size field extends to the end. */
function restOf(bytes: Uint8Array, end: number): Size | undefined {
  return end > bytes.length ? undefined : { value: bytes.length - end, end };
}

/** A leb128 number (AV1 section 4.10.5). */
function readSize(bytes: Uint8Array, from: number): Size | undefined {
  let value = 0;
  for (let index = 0; index < MAX_SIZE_BYTES; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if ((byte & 0x80) === 0) return { value, end: from + index + 1 };
  }
  return undefined;
}
