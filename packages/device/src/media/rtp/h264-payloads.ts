/** @module H.264 in RTP (RFC 6184): single NAL units, and FU-A for units that do not fit into a packet. */
import { nalUnits } from './nal-units.ts';
import { cut, MAX_PAYLOAD_BYTES, wholePayload, type RtpPayload } from './payload.ts';

/** NAL unit types (H.264 table 7-1, RFC 6184 table 3). */
const H264Nal = { idr: 5, sps: 7, delimiter: 9, stapA: 24, fuA: 28 } as const;

const HEADER_BYTES = 1;
const FU_BYTES = 2;
const START = 0x80;
const END = 0x40;

/** The payloads of an access unit, without delimiters, because the marker bit shows its end. */
export function h264Payloads(accessUnit: Uint8Array): RtpPayload[] {
  return nalUnits(accessUnit).flatMap((unit) => {
    const type = (unit[0] ?? 0) & 0x1f;
    if (type === H264Nal.delimiter) return [];
    return unit.length <= MAX_PAYLOAD_BYTES ? [wholePayload(unit)] : fragments(unit, type);
  });
}

function fragments(unit: Uint8Array, type: number): RtpPayload[] {
  const indicator = ((unit[0] ?? 0) & 0xe0) | H264Nal.fuA;
  const pieces = cut(unit.subarray(HEADER_BYTES), MAX_PAYLOAD_BYTES - FU_BYTES);
  return pieces.map((body, index) => {
    const edge = (index === 0 ? START : 0) | (index === pieces.length - 1 ? END : 0);
    return { header: Uint8Array.of(indicator, edge | type), body };
  });
}

/** Whether a decoder can start with a payload: an IDR picture, or the parameter sets before one. */
export function isH264Keyframe(payload: Uint8Array): boolean {
  const type = (payload[0] ?? 0) & 0x1f;
  const fu = payload[1] ?? 0;
  if (type === H264Nal.fuA) return (fu & START) !== 0 && (fu & 0x1f) === H264Nal.idr;
  return type === H264Nal.stapA ? stapTypes(payload).some(isKey) : isKey(type);
}

function isKey(type: number): boolean {
  return type === H264Nal.idr || type === H264Nal.sps;
}

/** The types of the units in a STAP-A, up to the first invalid length (RFC 6184 section 5.7.1). */
function stapTypes(payload: Uint8Array): number[] {
  const types: number[] = [];
  for (let offset = 1; offset + 2 < payload.length;) {
    types.push((payload[offset + 2] ?? 0) & 0x1f);
    offset += 2 + (((payload[offset] ?? 0) << 8) | (payload[offset + 1] ?? 0));
  }
  return types;
}
