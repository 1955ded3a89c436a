/** @module The parameter sets of H.264 and H.265, which browsers need in the stream itself, in front of each keyframe. */
import { concatBytes } from '@longwire/protocol';
import { nalUnits } from './rtp/nal-units.ts';

/** Whether a unit is a sequence parameter set (H.264 and H.265, table 7-1 of each). */
function isSequenceSet(name: 'H264' | 'H265', [first = 0]: Uint8Array): boolean {
  return name === 'H264' ? (first & 0x1f) === 7 : ((first >> 1) & 0x3f) === 33;
}

/** A keyframe with start codes, and the parameter sets in front where it does not bring its own. */
export function withParameterSets(
  name: 'H264' | 'H265',
  keyframe: Uint8Array,
  parameterSets: Uint8Array,
): Uint8Array {
  const bringsOwn = nalUnits(keyframe).some((unit) => isSequenceSet(name, unit));
  return bringsOwn ? keyframe : concatBytes(parameterSets, keyframe);
}
