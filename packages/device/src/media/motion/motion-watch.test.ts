/** @module A camera is watched by the real ffmpeg: still, then moving; away, then back; and nothing runs after the end. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { imageFormatOf } from '../../activity/notification.ts';
import { CountedFfmpeg, PROGRAM_TIMEOUT, SOON, TEST_TIMING } from '../ffmpeg/counted-ffmpeg.fixture.ts';
import { NutReader, type NutFrame } from '../ffmpeg/nut-reader.ts';
import { GRID_BYTES, MotionDetector } from './motion-detector.ts';
import { MOTION_OUTPUT, MotionWatch } from './motion-watch.ts';
import { scene, WALKING } from './scene.fixture.ts';

vi.setConfig(PROGRAM_TIMEOUT);

const ffmpeg = new CountedFfmpeg();
const logged: string[] = [];
const log = (level: string, event: string, fields?: object): void =>
  void logged.push(`${level} ${event} ${JSON.stringify(fields)}`);
let watch: MotionWatch | undefined;
let moved = 0;
let snapshot: Uint8Array | undefined;

afterEach(async () => {
  watch?.close();
  await ffmpeg.allGone();
  moved = 0;
  snapshot = undefined;
  logged.length = 0;
});
afterAll(() => ffmpeg.remove());

/** With the noise of a camera in the evening. */
const figure = (x: string): readonly string[] => scene(x, 'noise=alls=12:allf=t');
const still = ffmpeg.make('still.mp4', figure('200'));
const walking = ffmpeg.make('walking.mp4', figure(WALKING));
const slow = ffmpeg.make('slow.mp4', scene(WALKING, 'noise=alls=12:allf=t,fps=1'));

function watchFile(input: string, ffmpegPath = ffmpeg.path): void {
  watch = new MotionWatch({
    name: 'door',
    input: { input },
    logger: {
      ...silentLogger,
      warn: (...line) => log('warn', ...line),
      debug: (...line) => log('debug', ...line),
    },
    handleMotion: (image) => {
      moved += 1;
      snapshot = image;
    },
    ffmpegPath,
    timing: TEST_TIMING,
  });
}

/** How often movement begins in a file, which is read as fast as the machine can. */
function beginnings(file: string): number {
  const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, ...MOTION_OUTPUT], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const detector = new MotionDetector();
  const begins: boolean[] = [];
  const frame = ({ data, timeMs }: NutFrame): void => {
    expect(data).toHaveLength(GRID_BYTES);
    begins.push(detector.handlePicture(data, timeMs));
  };
  new NutReader({ stream: () => undefined, frame }).push(stdout);
  expect(begins).toHaveLength(16);
  return begins.filter(Boolean).length;
}

test('a still scene with noise does not move, and a figure that begins to walk does', () => {
  expect([beginnings(still), beginnings(walking)]).toEqual([0, 1]);
});

test('a figure moves also before a camera with one picture a second, of which ffmpeg makes two', () => {
  expect(beginnings(slow)).toBe(1);
});

test('movement is reported while ffmpeg runs', async () => {
  watchFile(walking);
  await vi.waitFor(() => expect(moved).toBe(1), SOON);
  expect(ffmpeg.alive).toHaveLength(1);
});

/** The mean of the grey values of a part of a JPEG file, from 0 to 255. */
function greyOf(file: Uint8Array, part: string): number | undefined {
  const filter = ['-vf', `crop=${part},scale=1:1:flags=area,format=gray`, '-f', 'rawvideo', 'pipe:1'];
  const input = ['-v', 'error', '-f', 'mjpeg', '-i', 'pipe:0'];
  return spawnSync('ffmpeg', [...input, ...filter], { input: file }).stdout[0];
}

test('it has a small picture of the moment, in which the figure has left its place', async () => {
  watchFile(walking);
  await vi.waitFor(() => expect(moved).toBe(1), SOON);
  const file = snapshot ?? new Uint8Array();
  expect(imageFormatOf(file)).toBe(22);
  expect(file.length).toBeLessThan(64 * 1024);
  // The figure has 48, the wall 128; it was at 150 of 480 points, and walks to the right.
  expect(greyOf(file, '14:60:152:85')).toBeGreaterThan(110);
});

test('a picture that is too large is left out, and the movement is reported', async () => {
  const noisy = ffmpeg.make('noisy.mp4', scene(WALKING, 'noise=alls=100:allf=t'));
  watchFile(noisy);
  await vi.waitFor(() => expect(moved).toBe(1), SOON);
  expect(snapshot).toBeUndefined();
});

test('a camera that is away is tried again, and its password is in no log line', async () => {
  const before = ffmpeg.pids.length;
  watchFile('rtsp://user:s3cret-pass@127.0.0.1:9/stream');
  await vi.waitFor(() => expect(ffmpeg.pids.length - before).toBeGreaterThan(2), SOON);
  expect(logged.join('\n')).toContain('motion.interrupted');
  expect(logged.join('\n')).not.toContain('s3cret-pass');
});

test.each(['/does/not/exist', '/etc/passwd/ffmpeg'])(
  'without %s it is tried again later, and the device goes on',
  async (ffmpegPath) => {
    watchFile(still, ffmpegPath);
    await vi.waitFor(() => expect(logged.join('\n')).toContain('ffmpeg is not installed'), SOON);
  },
);

/** A program in place of ffmpeg; returns its path, and the arguments of each run. */
function program(body: string): { readonly path: string; readonly runs: () => readonly string[] } {
  const path = join(ffmpeg.directory, 'program');
  const file = join(ffmpeg.directory, 'runs');
  writeFileSync(file, '');
  writeFileSync(path, `#!/bin/sh\necho "$*" >> '${file}'\n${body}\n`, { mode: 0o700 });
  return { path, runs: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('a camera that ends after its first picture is away: it is reported once, with the reason', async () => {
  const raw = ['-pix_fmt', 'gray', '-c:v', 'rawvideo'];
  const picture = ffmpeg.make('picture.nut', ['-f', 'lavfi', '-i', 'color=gray:s=64x36:r=1:d=1', ...raw]);
  const { path, runs } = program(`cat '${picture}'`);
  watchFile('rtsp://127.0.0.1/x', path);
  await vi.waitFor(() => expect(runs().length).toBeGreaterThan(3), SOON);
  expect(logged.filter((line) => line.startsWith('warn'))).toEqual([
    expect.stringContaining('The camera has ended its stream.'),
  ]);
});

test('a camera whose stream needs a longer analysis gets it in the next run', async () => {
  const { path, runs } = program("echo 'Could not find codec parameters for stream 0' >&2; exit 1");
  watchFile('rtsp://127.0.0.1/x', path);
  await vi.waitFor(() => expect(runs().length).toBeGreaterThan(1), SOON);
  expect(
    runs()
      .map((run) => run.includes('-analyzeduration'))
      .slice(0, 2),
  ).toEqual([true, false]);
});
