/** @module Recordings that the console has saved, as programs outside of a browser read them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Download } from '@playwright/test';

const run = promisify(execFile);

/**
 * Pictures of a camera come when they come: decoded for nothing but faults, they are numbered anew. The rate is said, as ffmpeg
 * counts in the one that it has guessed from the file otherwise, in which two pictures may have the same number.
 */
const EVEN = ['-vf', 'settb=1/1000,setpts=N*40,fps=25', '-af', 'asetpts=N/SR/TB'];

/** What a recording is to a program that plays it. */
export interface ReadRecording {
  readonly seconds: number;
  readonly kinds: readonly string[];
  /** Where one arrives who jumps almost to the end, in seconds. */
  readonly soughtSeconds: number;
}

/** What ffprobe makes of a file, and whether it can be sought in: read in whole, and from the middle. */
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
  const told = (await run('ffprobe', show)).stdout;
  const seconds = Number(/duration=([\d.]+)/u.exec(told)?.[1]);
  const decode = await run('ffmpeg', [...'-v error -i'.split(' '), path, ...EVEN, '-f', 'null', '-']);
  expect(decode.stderr).toBe('');
  const jump = ['-v', 'error', '-read_intervals', `${seconds - 2}%+#1`, '-select_streams', 'v'];
  const frame = await run('ffprobe', [...jump, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]);
  return {
    seconds,
    kinds: [...told.matchAll(/codec_type=(\w+)/gu)].map(([, kind = '']) => kind),
    soughtSeconds: Number.parseFloat(frame.stdout),
  };
}
