/** @module A scene for tests, in the words of ffmpeg: a figure before a wall. */
import { H264 } from '../ffmpeg/counted-ffmpeg.fixture.ts';

/** The place of a figure that is still for three seconds, then walks away. */
export const WALKING = 'if(lt(t,3),200,200+(t-3)*60)';

const input = (picture: string): readonly string[] => ['-f', 'lavfi', '-i', `color=${picture}:r=10:d=8`];

/** Options for eight seconds with a figure at `x`; `filter` changes the picture. */
export function scene(x: string, filter = 'null'): readonly string[] {
  return [
    ...input('gray:s=640x360'),
    ...input('0x303030:s=50x110'),
    '-filter_complex',
    `[0:v][1:v]overlay=y=100:x='${x}',${filter}`,
    ...H264,
  ];
}
