/** @module Splits an access unit with start codes into NAL units (H.264 and H.265, Annex B). */

const START_CODE = Uint8Array.of(0, 0, 1);

/** Most units of an access unit; later ones are dropped. Reason: a picture has at most a few hundred slices, and each becomes a packet for each viewer. */
export const MAX_UNITS = 4096;

/** The non-empty units, without start codes. Bytes before the first start code are ignored. */
export function nalUnits(accessUnit: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(accessUnit.buffer, accessUnit.byteOffset, accessUnit.byteLength);
  const units: Uint8Array[] = [];
  let start = bytes.indexOf(START_CODE);
  while (start !== -1 && units.length < MAX_UNITS) {
    const from = start + START_CODE.length;
    start = bytes.indexOf(START_CODE, from);
    const end = start === -1 ? bytes.length : start;
    const unit = accessUnit.subarray(from, withoutZeros(accessUnit, from, end));
    if (unit.length > 0) units.push(unit);
  }
  return units;
}

/** Zeros after a unit belong to a longer start code or are padding: no unit ends with a zero. */
function withoutZeros(bytes: Uint8Array, from: number, end: number): number {
  let last = end;
  while (last > from && bytes[last - 1] === 0) last -= 1;
  return last;
}
