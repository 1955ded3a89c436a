/** @module The output arguments of ffmpeg: each track has its own pipe, so that none blocks another. */
import type { OutputPlan } from './output-plan.ts';

/** The file descriptors of the track pipes; 0 is stdin and 2 is stderr. */
export const PIPE = { video: 1, audio: 3 } as const;

/** A track of a run. */
export type TrackKind = keyof typeof PIPE;

/** The tracks of a run. */
export interface RunPlan {
  readonly video?: OutputPlan;
  readonly audio?: OutputPlan;
}

/** Only warnings and errors, and no interactive prompts. */
export const QUIET: readonly string[] = ['-hide_banner', '-nostats', '-nostdin', '-loglevel', 'warning'];

/** NUT without an index, which would grow without limit, and with each frame flushed immediately. */
export const LIVE_NUT: readonly string[] = ['-flush_packets', '1', '-f', 'nut', '-write_index', '0'];

/** The arguments after the input. */
export function outputArguments({ video, audio }: RunPlan): string[] {
  return [
    ...(video === undefined ? [] : ['-map', '0:V:0', ...video.args, ...LIVE_NUT, `pipe:${PIPE.video}`]),
    ...(audio === undefined ? [] : ['-map', '0:a:0', ...audio.args, ...LIVE_NUT, `pipe:${PIPE.audio}`]),
  ];
}
