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

/** A camera as files. */
export interface CameraFiles {
  /** The picture in H.264, best first; the first has Opus. */
  readonly streams: readonly string[];
  /** The same picture for a browser's fake camera: raw. */
  readonly raw: string;
}

/** Noise keeps the encoder at the target bit rate. */
function picture(lines: number): string[] {
  const size = `${Math.round(((lines / 2) * 16) / 9) * 2}x${lines}`;
  return ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30,noise=alls=8:allf=t`];
}

/** The smaller streams that a camera may have, in lines and kbit/s. */
export const SUB_STREAM = [360, 400] as const;
export const MIDDLE_STREAM = [720, 1200] as const;
export type SmallerStream = readonly [lines: number, kilobits: number];

/** How a camera is made. */
export interface CameraMaking {
  /** Lines of the best stream, which has 4 Mbit/s. */
  readonly height: number;
  readonly smaller: readonly SmallerStream[];
  /** Lines of what a browser's camera shows in a call. */
  readonly callHeight: number;
}

/** Makes a camera's streams in a folder, and what a browser's camera shows in a call. */
export function makeCamera(folder: string, { height, smaller, callHeight }: CameraMaking): CameraFiles {
  const main = join(folder, 'main.mp4');
  const raw = join(folder, 'camera.y4m');
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const opus = '-c:a libopus -b:a 48k -ac 2 -frame_duration 20'.split(' ');
  const encoding = `${ENCODER} ${KEYFRAMES}`.split(' ');
  ffmpeg(...picture(height), ...sound, '-t', SECONDS, ...encoding, ...RATE.split(' '), ...opus, main);
  const others = smaller.map(([lines, kilobits]) => {
    const file = join(folder, `${lines}.mp4`);
    const rate = `-b:v ${kilobits}k -maxrate ${kilobits}k -bufsize ${kilobits / 2}k`;
    ffmpeg('-i', main, '-an', '-vf', `scale=-2:${lines}`, ...encoding, ...rate.split(' '), file);
    return file;
  });
  ffmpeg(...picture(callHeight), '-t', '2', '-pix_fmt', 'yuv420p', raw);
  return { streams: [main, ...others], raw };
}

/** Makes the clip in a folder. */
export function makeClip(folder: string): Clip {
  const mp4 = join(folder, 'clip.mp4');
  const annexB = join(folder, 'clip.h264');
  const encoding = `${ENCODER} ${KEYFRAMES} ${RATE}`.split(' ');
  ffmpeg(...picture(1080), '-t', SECONDS, ...encoding, mp4);
  ffmpeg('-i', mp4, '-c', 'copy', '-bsf:v', 'h264_mp4toannexb,h264_metadata=aud=insert', annexB);
  return { mp4, annexB };
}
