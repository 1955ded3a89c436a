/** @module Whether a compound RTCP packet asks for a picture: PLI (RFC 4585 section 6.3.1) or FIR (RFC 5104 section 4.3.1). */
import { isRtcpType } from './rtp-packet.ts';

const PAYLOAD_SPECIFIC_FEEDBACK = 206;
const Format = { pli: 1, fir: 4 } as const;

/** Where a FIR's first entry starts: after the header, the sender's SSRC and the unused one. */
const FIR_ENTRIES_OFFSET = 12;
const FIR_ENTRY_BYTES = 8;

/** Whether the packet asks the sender with this SSRC for a picture; false for anything malformed. */
export function asksForPicture(compound: Uint8Array, ssrc: number): boolean {
  const view = new DataView(compound.buffer, compound.byteOffset, compound.byteLength);
  for (let offset = 0; offset + 12 <= view.byteLength;) {
    const type = view.getUint8(offset + 1);
    if (view.getUint8(offset) >> 6 !== 2 || !isRtcpType(type)) return false;
    const end = offset + 4 + view.getUint16(offset + 2) * 4;
    if (end > view.byteLength) return false;
    if (type === PAYLOAD_SPECIFIC_FEEDBACK && isRequest(view, offset, end, ssrc)) return true;
    offset = end;
  }
  return false;
}

function isRequest(view: DataView, offset: number, end: number, ssrc: number): boolean {
  const format = view.getUint8(offset) & 0x1f;
  if (format === Format.pli) return end >= offset + 12 && view.getUint32(offset + 8) === ssrc;
  if (format !== Format.fir) return false;
  for (let entry = offset + FIR_ENTRIES_OFFSET; entry + FIR_ENTRY_BYTES <= end; entry += FIR_ENTRY_BYTES)
    if (view.getUint32(entry) === ssrc) return true;
  return false;
}
