/** @module Recordings that the console has saved, as other programs read them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Download } from '@playwright/test';

const run = promisify(execFile);

/**
 * A camera's pictures have irregular times. They are decoded only to find faults, and so get new timestamps. The rate is set, because ffmpeg
 * would otherwise use the one it guessed from the file, in which two pictures may have the same timestamp.
 */
const EVEN = ['-vf', 'settb=1/1000,setpts=N*40,fps=25', '-af', 'asetpts=N/SR/TB'];

/** A recording as a player sees it. */
export interface ReadRecording {
  readonly seconds: number;
  readonly kinds: readonly string[];
  /** The position after seeking almost to the end, in seconds. */
  readonly soughtSeconds: number;
}

/** ffprobe's report on a file, and whether it can be decoded as a whole and from the middle. */
export async function readRecording(download: Download, folder: string): Promise<ReadRecording> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const show = [
    '-v',
    'error',
    '-show_entries',
    'format=duration:stream=codec_type',
    '-of',
    'default=nw=1',
    path,
  ];
  const report = (await run('ffprobe', show)).stdout;
  const seconds = Number(/duration=([\d.]+)/u.exec(report)?.[1]);
  const decode = await run('ffmpeg', [...'-v error -i'.split(' '), path, ...EVEN, '-f', 'null', '-']);
  expect(decode.stderr).toBe('');
  const jump = ['-v', 'error', '-read_intervals', `${seconds - 2}%+#1`, '-select_streams', 'v'];
  const frame = await run('ffprobe', [...jump, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]);
  return {
    seconds,
    kinds: [...report.matchAll(/codec_type=(\w+)/gu)].map(([, kind = '']) => kind),
    soughtSeconds: Number.parseFloat(frame.stdout),
  };
}
