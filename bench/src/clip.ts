/** @module The clip that cameras send: 1080p, 30 frames a second, 4 Mbit/s, H.264, made by ffmpeg. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** One clip as two files. */
export interface Clip {
  /** For the device. */
  readonly mp4: string;
  /** The same access units with start codes, each behind a delimiter, for the bare peer. */
  readonly annexB: string;
}

const SECONDS = '10';
const ENCODER = '-c:v libx264 -preset ultrafast -profile:v baseline -pix_fmt yuv420p';
/** A keyframe every two seconds, as cameras send them. */
const KEYFRAMES = '-g 60 -keyint_min 60 -sc_threshold 0 -bf 0';
const RATE = '-b:v 4M -minrate 4M -maxrate 4M -bufsize 1M -x264-params nal-hrd=cbr';

function ffmpeg(...args: readonly string[]): void {
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdio: 'inherit' });
}

/** Makes the clip in a folder. */
export function makeClip(folder: string): Clip {
  const mp4 = join(folder, 'clip.mp4');
  const annexB = join(folder, 'clip.h264');
  const encoding = `${ENCODER} ${KEYFRAMES} ${RATE}`.split(' ');
  // Noise keeps the encoder at the target bit rate.
  const picture = 'testsrc2=size=1920x1080:rate=30,noise=alls=8:allf=t';
  ffmpeg('-f', 'lavfi', '-i', picture, '-t', SECONDS, ...encoding, mp4);
  ffmpeg('-i', mp4, '-c', 'copy', '-bsf:v', 'h264_mp4toannexb,h264_metadata=aud=insert', annexB);
  return { mp4, annexB };
}
