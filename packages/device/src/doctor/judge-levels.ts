/** @module Judges whether the inputs of one camera can replace each other. */
import { warning, type Verdict } from '@longwire/protocol';
import { fitsFormat } from '../media/codec-format.ts';
import { copiedVideo } from '../media/ffmpeg/output-plan.ts';
import type { ProbedStream } from '../media/ffmpeg/probe-input.ts';

/** Judges the streams of each input, best first; an input that cannot be read has none. */
export function judgeLevels(step: string, inputs: readonly (readonly ProbedStream[])[]): readonly Verdict[] {
  const pictures = inputs.map((streams) => streams.find(({ kind }) => kind === 'video'));
  const [first] = pictures;
  return pictures.slice(1).flatMap((picture, index) => {
    if (first === undefined || picture === undefined) return [];
    const of = `${step}, input ${index + 2}`;
    const [best, other] = [copiedVideo(first)?.codec, copiedVideo(picture)?.codec];
    if (best !== undefined && other !== undefined && !fitsFormat(other, best))
      return [
        warning(
          of,
          `picture ${picture.codec}, and the first input sends ${first.codec}: it is not used`,
          'set both to the same format in the camera',
        ),
      ];
    if (picture.width * picture.height > first.width * first.height)
      return [
        warning(
          of,
          'its picture is larger than that of the first input',
          "put the best stream first in 'inputs'",
        ),
      ];
    return [];
  });
}
