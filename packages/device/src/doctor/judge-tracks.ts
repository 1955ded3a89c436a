/** @module Judges whether browsers can show and play what a camera sends. */
import { bad, good, warning, type Verdict } from '@longwire/protocol';
import { copiedVideo, plannedAudio } from '../media/ffmpeg/output-plan.ts';
import type { ProbedStream } from '../media/ffmpeg/probe-input.ts';

/** What the device does to a camera's tracks. */
export interface TrackSettings {
  readonly transcode: boolean;
  readonly audio: boolean;
}

/** Judges the tracks that an input has. */
export function judgeTracks(
  step: string,
  streams: readonly ProbedStream[],
  { transcode, audio }: TrackSettings,
): readonly Verdict[] {
  const video = streams.find(({ kind }) => kind === 'video');
  const sound = audio ? streams.find(({ kind }) => kind === 'audio') : undefined;
  if (video === undefined && sound === undefined)
    return [bad(step, 'it sends neither picture nor sound', "check 'input' in device.toml")];
  return [
    ...(video === undefined ? [] : [judgeVideo(step, video, transcode)]),
    ...(sound === undefined ? [] : [judgeSound(step, sound)]),
  ];
}

function judgeVideo(step: string, stream: ProbedStream, transcode: boolean): Verdict {
  const { codec, profile, hasBFrames } = stream;
  if (transcode)
    return warning(
      step,
      `picture ${codec}, encoded again here`,
      'that uses a whole CPU core: better set the camera to H.264 without B frames',
    );
  if (copiedVideo(stream) === undefined)
    return bad(
      step,
      `picture ${`${codec} ${profile}`.trim()}, which no browser shows`,
      "set the camera to H.264, or 'transcode = true'",
    );
  if (codec === 'hevc')
    return warning(
      step,
      'picture H.265, which not every browser shows',
      "set the camera to H.264, or 'transcode = true'",
    );
  if (hasBFrames)
    return bad(
      step,
      `picture ${codec} with B frames, which browsers show out of order`,
      "set the camera to the baseline profile or to 0 B frames, or 'transcode = true'",
    );
  return good(step, `picture ${codec}`);
}

function judgeSound(step: string, stream: ProbedStream): Verdict {
  const isCopied = plannedAudio(stream).args.includes('copy');
  return good(
    step,
    isCopied ? `sound ${stream.codec}` : `sound ${stream.codec}, which is converted to Opus here`,
  );
}
