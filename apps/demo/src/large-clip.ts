/** @module The demo camera's large picture: the clip of the repository, enlarged and with the noise of a camera in the evening, at 3 Mbit/s. */
import { existsSync, renameSync } from 'node:fs';
import { runToEnd } from './process.ts';

const PICTURE = '-an -vf scale=1280:720,noise=alls=12:allf=t+u';
/** A constant rate, and a keyframe each second: a change of the size waits for one. */
const ENCODER =
  '-c:v libx264 -profile:v baseline -preset ultrafast -pix_fmt yuv420p -bf 0 -g 25 -keyint_min 25 -sc_threshold 0';
const RATE = '-b:v 3M -minrate 3M -maxrate 3M -bufsize 1500k';

/** Makes the file unless it is there: some ten seconds of one core, once. @throws Error when there is no ffmpeg, or it fails. */
export async function makeLargeClip(clip: string, file: string): Promise<void> {
  if (existsSync(file)) return;
  const part = `${file}.part`;
  const output = `${PICTURE} ${ENCODER} ${RATE} -f mp4`.split(' ');
  try {
    await runToEnd('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', clip, ...output, part]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot make the large picture with ffmpeg (apt install ffmpeg): ${reason}`, { cause });
  }
  renameSync(part, file);
}
