/** @module Clips of every codec, made by ffmpeg when a test needs them. */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Four seconds of a moving picture with a tone beside it. */
const INPUT =
  '-f lavfi -i testsrc2=size=320x240:rate=15:duration=4 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=4 -map 0 -map 1 -pix_fmt yuv420p -g 15'.split(
    ' ',
  );
const OPUS = ['-c:a', 'libopus'];
const PCMU = ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1'];

/** ffmpeg's options for each clip, by file name. */
const CLIPS = {
  // High, as most cameras have it; Chromium names the baseline and Main.
  'h264.mov': ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-bf', '0', ...PCMU],
  'h265.mp4': [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=error:bframes=0',
    ...OPUS,
  ],
  'vp8.webm': ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '300k', ...OPUS],
  'vp9.webm': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', ...OPUS],
  'opus.webm': ['-vn', ...OPUS],
  'av1.mp4': ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-b:v', '300k', ...OPUS],
} as const satisfies Record<string, readonly string[]>;

const codecOf = (file: string): string => file.split('.')[0] ?? '';

/** Makes the clips of these codecs in a new folder within the given one. Returns the codec device's arguments, by codec. */
export async function makeCodecClips(
  parent: string,
  codecs: readonly string[] = Object.keys(CLIPS).map(codecOf),
): Promise<readonly string[]> {
  // Tests of one worker share its service and its folder.
  const directory = await mkdtemp(join(parent, 'clips-'));
  const wanted = Object.entries(CLIPS).filter(([file]) => codecs.includes(codecOf(file)));
  const files = wanted.map(async ([file, options]) => {
    const path = join(directory, file);
    await run('ffmpeg', ['-v', 'error', '-nostdin', ...INPUT, ...options, path]);
    return ['--clip', `${codecOf(file)}=${path}`];
  });
  return (await Promise.all(files)).flat();
}
