/** @module H.265 in RTP (RFC 7798): single NAL units, and FUs for units that do not fit into a packet. */
import { nalUnits } from './nal-units.ts';
import { cut, MAX_PAYLOAD_BYTES, wholePayload, type RtpPayload } from './payload.ts';

/** NAL unit types (H.265 table 7-1, RFC 7798 section 4.4). Types 16 to 23 are pictures that a decoder can start with. */
const H265Nal = {
  firstIrap: 16,
  lastIrap: 23,
  vps: 32,
  sps: 33,
  delimiter: 35,
  ap: 48,
  fu: 49,
} as const;

const HEADER_BYTES = 2;
const FU_BYTES = 3;
const START = 0x80;
const END = 0x40;

/** The payloads of an access unit, without delimiters, because the marker bit shows its end. */
export function h265Payloads(accessUnit: Uint8Array): RtpPayload[] {
  return nalUnits(accessUnit).flatMap((unit) => {
    const type = typeOf(unit[0]);
    if (type === H265Nal.delimiter || unit.length < HEADER_BYTES) return [];
    return unit.length <= MAX_PAYLOAD_BYTES ? [wholePayload(unit)] : fragments(unit, type);
  });
}

function fragments(unit: Uint8Array, type: number): RtpPayload[] {
  const [first = 0, second = 0] = unit;
  const pieces = cut(unit.subarray(HEADER_BYTES), MAX_PAYLOAD_BYTES - FU_BYTES);
  return pieces.map((body, index) => {
    const edge = (index === 0 ? START : 0) | (index === pieces.length - 1 ? END : 0);
    return { header: Uint8Array.of((first & 0x81) | (H265Nal.fu << 1), second, edge | type), body };
  });
}

/** Whether a decoder can start with a payload: an IRAP picture, or the parameter sets before one. */
export function isH265Keyframe(payload: Uint8Array): boolean {
  const type = typeOf(payload[0]);
  const fu = payload[2] ?? 0;
  if (type === H265Nal.fu) return (fu & START) !== 0 && isKey(fu & 0x3f);
  return type === H265Nal.ap ? apTypes(payload).some(isKey) : isKey(type);
}

function typeOf(first = 0): number {
  return (first >> 1) & 0x3f;
}

function isKey(type: number): boolean {
  const isIrap = type >= H265Nal.firstIrap && type <= H265Nal.lastIrap;
  return isIrap || type === H265Nal.vps || type === H265Nal.sps;
}

/** The types of the units in an aggregation packet, up to the first invalid length (RFC 7798 section 4.4.2). */
function apTypes(payload: Uint8Array): number[] {
  const types: number[] = [];
  for (let offset = HEADER_BYTES; offset + 2 < payload.length;) {
    types.push(typeOf(payload[offset + 2]));
    offset += 2 + (((payload[offset] ?? 0) << 8) | (payload[offset + 1] ?? 0));
  }
  return types;
}
