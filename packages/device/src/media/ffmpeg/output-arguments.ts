/** @module How ffmpeg is told where to put its tracks: each into a pipe of its own, so that none waits for the other. */
import type { OutputPlan } from './output-plan.ts';

/** The pipes of a run, by what is in them. Standard input and error are in between. */
export const PIPE = { video: 1, audio: 3 } as const;

/** Which tracks a run has. */
export interface RunPlan {
  readonly video?: OutputPlan;
  readonly audio?: OutputPlan;
}

/** Quiet but for warnings, and never asking anything. */
export const QUIET: readonly string[] = ['-hide_banner', '-nostats', '-nostdin', '-loglevel', 'warning'];

/** NUT without an index, which would grow for as long as it runs, each frame written at once. */
const LIVE_NUT: readonly string[] = ['-flush_packets', '1', '-f', 'nut', '-write_index', '0'];

/** The arguments behind the input. */
export function outputArguments({ video, audio }: RunPlan): string[] {
  return [
    ...(video === undefined ? [] : ['-map', '0:V:0', ...video.args, ...LIVE_NUT, `pipe:${PIPE.video}`]),
    ...(audio === undefined ? [] : ['-map', '0:a:0', ...audio.args, ...LIVE_NUT, `pipe:${PIPE.audio}`]),
  ];
}
