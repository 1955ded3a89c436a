/** @module Adds H.264 and H.265 parameter sets to keyframes; browsers need them in the stream. */
import { concatBytes } from '@longwire/protocol';
import { nalUnits } from './rtp/nal-units.ts';

/** Whether a NAL unit is a sequence parameter set (table 7-1 of H.264 and H.265). */
function isSequenceSet(name: 'H264' | 'H265', [first = 0]: Uint8Array): boolean {
  return name === 'H264' ? (first & 0x1f) === 7 : ((first >> 1) & 0x3f) === 33;
}

/** Puts the parameter sets before a keyframe with start codes, unless it contains its own. */
export function withParameterSets(
  name: 'H264' | 'H265',
  keyframe: Uint8Array,
  parameterSets: Uint8Array,
): Uint8Array {
  const hasOwn = nalUnits(keyframe).some((unit) => isSequenceSet(name, unit));
  return hasOwn ? keyframe : concatBytes([parameterSets, keyframe]);
}
