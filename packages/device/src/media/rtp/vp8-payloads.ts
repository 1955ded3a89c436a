/** @module VP8 in RTP (RFC 7741) with the one-byte descriptor: without picture ids a group can be replayed. */
import { cut, MAX_PAYLOAD_BYTES, type RtpPayload } from './payload.ts';

/** S bit: a partition starts here. All packets are in partition 0. */
const START = Uint8Array.of(0x10);
const CONTINUATION = Uint8Array.of(0x00);

/** Bits of the descriptor (RFC 7741 section 4.2). */
const Bit = { extended: 0x80, nonReference: 0x20, start: 0x10, partition: 0x07 } as const;
const Extension = { pictureId: 0x80, tl0PicIdx: 0x40, tid: 0x20, keyIdx: 0x10 } as const;

/** The payloads of a frame. */
export function vp8Payloads(frame: Uint8Array): RtpPayload[] {
  return cut(frame, MAX_PAYLOAD_BYTES - 1).map((body, index) => ({
    header: index === 0 ? START : CONTINUATION,
    body,
  }));
}

/** The same payload with the one-byte descriptor; undefined for a truncated one. */
export function withShortVp8Descriptor(payload: Uint8Array): Uint8Array | undefined {
  const length = descriptorLength(payload);
  if (length === undefined || length >= payload.length) return undefined;
  const kept = payload.slice(length - 1);
  kept[0] = (payload[0] ?? 0) & (Bit.nonReference | Bit.start | Bit.partition);
  return kept;
}

/** Whether a payload is the first of a keyframe (RFC 7741 section 4.3: the inverse of P is in its first byte). */
export function isVp8Keyframe(payload: Uint8Array): boolean {
  const length = descriptorLength(payload);
  const [first = 0] = payload;
  if (length === undefined || (first & Bit.start) === 0 || (first & Bit.partition) !== 0) return false;
  const header = payload[length];
  return header !== undefined && (header & 1) === 0;
}

function descriptorLength(payload: Uint8Array): number | undefined {
  const [first, extension] = payload;
  if (first === undefined) return undefined;
  if ((first & Bit.extended) === 0) return 1;
  if (extension === undefined) return undefined;
  const hasPictureId = (extension & Extension.pictureId) !== 0;
  const isLongId = hasPictureId && ((payload[2] ?? 0) & 0x80) !== 0;
  const idBytes = hasPictureId ? (isLongId ? 2 : 1) : 0;
  return (
    2 +
    idBytes +
    ((extension & Extension.tl0PicIdx) === 0 ? 0 : 1) +
    ((extension & (Extension.tid | Extension.keyIdx)) === 0 ? 0 : 1)
  );
}
