/** @module Cameras through the real ffmpeg: codecs, one process for all viewers, reporting and recovery of failures, and cleanup. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { silentLogger, type LogFields, type Logger } from '@longwire/protocol';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createEstimate } from '../bandwidth/bandwidth-estimate.fixture.ts';
import { QualityControl } from '../ladder/quality-control.ts';
import type { MediaFrame, MediaSource, Subscription } from '../media-source.ts';
import { nalUnits } from '../rtp/nal-units.ts';
import {
  CountedFfmpeg,
  H264,
  PICTURE,
  PROGRAM_TIMEOUT,
  SOON,
  TEST_TIMING,
  TONE,
} from './counted-ffmpeg.fixture.ts';
import { openFfmpegSource, type FfmpegSource, type FfmpegSourceOptions } from './open-ffmpeg-source.ts';
import { TcpCamera } from './tcp-camera.fixture.ts';
import { testPattern } from './test-pattern.ts';

vi.setConfig(PROGRAM_TIMEOUT);

const ffmpeg = new CountedFfmpeg();
const open = new Set<FfmpegSource>();
const cameras = new Set<TcpCamera>();

afterEach(async () => {
  for (const source of open) source.close();
  open.clear();
  for (const camera of cameras) await camera.switchOff();
  cameras.clear();
  await ffmpeg.allGone();
});
afterAll(() => ffmpeg.remove());

const clip = ffmpeg.make('clip.mp4', [...PICTURE, ...TONE, ...H264, '-c:a', 'aac']);
const stream = ffmpeg.make('camera.ts', [...PICTURE, ...TONE, ...H264, '-c:a', 'aac']);

function openCamera(
  options: Partial<FfmpegSourceOptions> & Pick<FfmpegSourceOptions, 'input'>,
): FfmpegSource {
  const source = openFfmpegSource({ name: 'door', ffmpegPath: ffmpeg.path, timing: TEST_TIMING, ...options });
  open.add(source);
  return source;
}

function videoOf({ video }: FfmpegSource): MediaSource {
  if (video === undefined) throw new Error('no video');
  return video;
}

function audioOf({ audio }: FfmpegSource): MediaSource {
  if (audio === undefined) throw new Error('no audio');
  return audio;
}

async function reached(source: MediaSource): Promise<void> {
  await vi.waitFor(() => expect(source.codecs).not.toEqual([]), SOON);
}

interface Watching extends Subscription {
  readonly frames: readonly MediaFrame[];
  /** Waits until `count` frames have arrived. */
  got(count: number): Promise<void>;
}

function watch(source: MediaSource, name = source.codecs[0]?.name): Watching {
  const codec = source.codecs.find((each) => each.name === name);
  if (codec === undefined) throw new Error('not reached');
  const frames: MediaFrame[] = [];
  const subscription = source.subscribe((frame) => void frames.push(frame), codec);
  return {
    frames,
    got: async (count) => await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(count), SOON),
    refresh: () => subscription.refresh(),
    close: () => subscription.close(),
  };
}

/** Records log lines. */
function recording(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const line = (event: string, fields?: LogFields): void =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  return { logger: { ...silentLogger, info: line, warn: line, error: line }, lines };
}

async function tcpCamera({ isOn = true } = {}): Promise<TcpCamera> {
  const camera = new TcpCamera(stream);
  cameras.add(camera);
  await camera.switchOn();
  if (!isOn) await camera.switchOff();
  return camera;
}

/** Plays a file that the camera sends in one burst in real time. */
const LIVE = { inputOptions: ['-re', '-f', 'mpegts'] };

describe('a camera’s streams', () => {
  test('copies H.264 and transcodes AAC to Opus, in real time, with parameter sets before each keyframe', async () => {
    const source = openCamera({ input: clip });
    const [video, audio] = [videoOf(source), audioOf(source)];
    await reached(video);
    expect(video.codecs).toMatchObject([{ name: 'H264', parameters: expect.stringMatching(/42[ce]0/u) }]);
    expect(audio.codecs).toMatchObject([{ name: 'opus', clockRate: 48_000 }]);
    const [seen, audible] = [watch(video), watch(audio)];
    // More frames than the clip has, because it is played in a loop.
    await seen.got(50);
    await audible.got(50);
    expect(seen.frames[0]?.isKeyframe).toBe(true);
    for (const { data, isKeyframe } of seen.frames) {
      const types = nalUnits(data).map((unit) => (unit[0] ?? 0) & 31);
      expect(types).toEqual(expect.arrayContaining(isKeyframe ? [7, 8, 5] : [1]));
    }
    for (const { frames } of [seen, audible]) {
      const times = frames.map(({ timeMs }) => timeMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(times).size).toBe(times.length);
    }
    const [first, last] = [seen.frames.at(10), seen.frames.at(35)];
    expect((last?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeCloseTo(25 * 50, -2);
  });

  test.each([
    ['H265', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:bframes=0']],
    ['VP8', ['-c:v', 'libvpx', '-deadline', 'realtime']],
    ['VP9', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
  ])('copies %s', async (name, args) => {
    const file = ffmpeg.make(`${name}.mkv`, [...PICTURE, '-pix_fmt', 'yuv420p', ...args]);
    const video = videoOf(openCamera({ input: file, audio: false }));
    await reached(video);
    expect(video.codecs).toMatchObject([{ name }]);
    const seen = watch(video);
    await seen.got(5);
    expect(seen.frames[0]?.isKeyframe).toBe(true);
    const units = nalUnits(seen.frames[0]?.data ?? new Uint8Array());
    const types = new Set(units.map((unit) => ((unit[0] ?? 0) >> 1) & 63));
    // Only H.265 has parameter sets in its frames.
    expect([32, 33, 34].every((type) => types.has(type))).toBe(name === 'H265');
  });

  test.each([
    ['opus', ['-c:a', 'libopus']],
    ['PCMU', ['-c:a', 'pcm_mulaw']],
    ['PCMA', ['-c:a', 'pcm_alaw']],
  ])('copies %s in packets of at most 20 ms', async (name, args) => {
    const file = ffmpeg.make(`${name}.mkv`, [...TONE, ...args]);
    const audio = audioOf(openCamera({ input: file, video: false }));
    await reached(audio);
    expect(audio.codecs).toMatchObject([{ name }]);
    const audible = watch(audio);
    await audible.got(20);
    const [first, last] = [audible.frames[5], audible.frames[15]];
    const lastedMs = (last?.timeMs ?? 0) - (first?.timeMs ?? 0);
    const bytes = audible.frames.slice(5, 15).reduce((sum, { data }) => sum + data.length, 0);
    expect(lastedMs).toBeCloseTo(name === 'opus' ? 200 : bytes / 8, 0);
    const longest = Math.max(...audible.frames.map(({ data }) => data.length));
    expect(name === 'opus' ? longest < 400 : longest === 160).toBe(true);
  });

  test('reports the audio of a camera without a microphone as absent', async () => {
    const file = ffmpeg.make('silent.mp4', [...PICTURE, ...H264]);
    const source = openCamera({ input: file });
    await reached(videoOf(source));
    expect(audioOf(source).codecs).toEqual([]);
    expect(audioOf(source).health).toEqual({ kind: 'absent', message: 'The camera sends no sound.' });
  });

  test('transcodes video in a separate process for viewers that cannot play it, and logs a warning', async () => {
    const { logger, lines } = recording();
    const video = videoOf(openCamera({ input: clip, audio: false, video: { transcode: 'VP8' }, logger }));
    await reached(video);
    expect(video.codecs.map(({ name }) => name)).toEqual(['H264', 'VP8']);
    expect(lines.join('\n')).toContain('camera.transcode-enabled');
    const before = ffmpeg.pids.length;
    const copied = watch(video, 'H264');
    await copied.got(5);
    expect(ffmpeg.pids.length - before).toBe(1);
    const encoded = watch(video, 'VP8');
    await encoded.got(5);
    expect(ffmpeg.pids.length - before).toBe(2);
    // The first bit of a VP8 keyframe is zero (RFC 6386 section 9.1).
    expect((encoded.frames[0]?.data[0] ?? 1) & 1).toBe(0);
  });

  test('does not send B frames, and the message says what to do', async () => {
    const file = ffmpeg.make('b-frames.mp4', [
      ...PICTURE,
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-bf',
      '3',
      '-g',
      '20',
    ]);
    const video = videoOf(openCamera({ input: file, audio: false }));
    await reached(video);
    watch(video);
    await vi.waitFor(() => expect(video.health.kind).toBe('failing'), SOON);
    expect(video.health).toMatchObject({ message: expect.stringContaining('B frames') });
  });

  test('transcodes a camera with B frames for all viewers if transcode is set', async () => {
    const file = ffmpeg.make('b-frames-2.mp4', [
      ...PICTURE,
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-bf',
      '3',
      '-g',
      '20',
    ]);
    const video = videoOf(openCamera({ input: file, audio: false, video: { transcode: 'VP8' } }));
    await reached(video);
    watch(video);
    await vi.waitFor(() => expect(video.codecs.map(({ name }) => name)).toEqual(['VP8']), SOON);
    expect(video.health).toEqual({ kind: 'ok' });
    await watch(video).got(5);
  });
});

describe('the ffmpeg process', () => {
  test('serves all viewers of video and audio, and ends shortly after the last has left', async () => {
    const source = openCamera({ input: clip });
    await reached(videoOf(source));
    const before = ffmpeg.pids.length;
    const watching = [watch(videoOf(source)), watch(videoOf(source)), watch(audioOf(source))];
    for (const each of watching) await each.got(5);
    expect(ffmpeg.pids.length - before).toBe(1);
    for (const each of watching.slice(1)) each.close();
    const count = watching[0]?.frames.length ?? 0;
    await watching[0]?.got(count + 10);
    expect(ffmpeg.alive).toHaveLength(1);
    watching[0]?.close();
    await ffmpeg.allGone();
  });

  test('continues for a viewer who returns immediately, who gets a picture immediately', async () => {
    const source = openCamera({ input: clip, timing: { ...TEST_TIMING, graceMs: 60_000 } });
    const video = videoOf(source);
    await reached(video);
    const before = ffmpeg.pids.length;
    const first = watch(video);
    await first.got(5);
    first.close();
    const second = watch(video);
    expect(second.frames[0]?.isKeyframe).toBe(true);
    expect(ffmpeg.pids.length - before).toBe(1);
  });

  test('does not run without viewers', async () => {
    const before = ffmpeg.pids.length;
    await reached(videoOf(openCamera({ input: clip })));
    expect(ffmpeg.pids.length).toBe(before);
  });

  test('ends when the device is killed', async () => {
    const before = ffmpeg.pids.length;
    const args = [
      '--conditions=longwire-source',
      fileURLToPath(new URL('./watch-until-killed.fixture.ts', import.meta.url)),
      clip,
      ffmpeg.path,
    ];
    const device = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(device.stdout, 'data');
    expect(ffmpeg.pids.length - before).toBe(1);
    expect(ffmpeg.alive).toHaveLength(1);
    device.kill('SIGKILL');
    await once(device, 'exit');
    await ffmpeg.allGone();
  });
});

describe('a camera that fails', () => {
  test('and is off at the start is probed until it answers, and then offers its codecs', async () => {
    const camera = await tcpCamera({ isOn: false });
    const video = videoOf(openCamera({ input: camera.input, ...LIVE }));
    const message = 'The camera does not answer. Trying again.';
    await vi.waitFor(() => expect(video.health).toEqual({ kind: 'failing', message }), SOON);
    expect(video.codecs).toEqual([]);
    let changes = 0;
    video.on('change', () => (changes += 1));
    await camera.switchOn();
    await reached(video);
    expect(changes).toBeGreaterThan(0);
    expect(video.health).toEqual({ kind: 'ok' });
  });

  test('while it has viewers is reported, recovers with a keyframe and continuous times, and logs both', async () => {
    const { logger, lines } = recording();
    const camera = await tcpCamera();
    const video = videoOf(openCamera({ input: camera.input, ...LIVE, logger }));
    await reached(video);
    const seen = watch(video);
    await seen.got(5);
    await camera.switchOff();
    await vi.waitFor(() => expect(video.health.kind).toBe('failing'), SOON);
    const count = seen.frames.length;
    await camera.switchOn();
    await seen.got(count + 5);
    expect(video.health).toEqual({ kind: 'ok' });
    expect(seen.frames[count]?.isKeyframe).toBe(true);
    const times = seen.frames.map(({ timeMs }) => timeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs((times.at(-1) ?? 0) - performance.now())).toBeLessThan(3_000);
    expect(lines).toContainEqual(expect.stringMatching(/^camera\.failed /u));
    expect(lines).toContain('camera.recovered {"camera":"door"}');
  });

  test('by falling silent without closing its connection is restarted', async () => {
    const camera = await tcpCamera();
    const video = videoOf(
      openCamera({ input: camera.input, ...LIVE, timing: { ...TEST_TIMING, silenceMs: 2_000 } }),
    );
    await reached(video);
    // The camera has sent two seconds and stays connected.
    const seen = watch(video);
    await seen.got(3);
    const message = 'The camera has stopped sending. Trying again.';
    await vi.waitFor(() => expect(video.health).toEqual({ kind: 'failing', message }), SOON);
    const before = camera.connections;
    await vi.waitFor(() => expect(camera.connections).toBeGreaterThan(before), SOON);
    seen.close();
  });

  test.each([
    [
      'a missing file',
      { input: '/nonexistent/camera.mp4' },
      'There is no such file or camera on the device.',
    ],
    [
      'an unknown host',
      { input: 'rtsp://no-such-host.invalid/x' },
      "The camera's host name is not known in this network.",
    ],
    [
      'a file that is not a video',
      { input: '/etc/hostname' },
      'The camera sends something that cannot be read.',
    ],
    [
      'ffmpeg missing',
      { input: clip, ffprobePath: '/nonexistent/ffprobe' },
      'ffmpeg is not installed on the device.',
    ],
    [
      'a file in place of the folder of ffmpeg',
      { input: clip, ffprobePath: '/etc/passwd/ffprobe' },
      'ffmpeg is not installed on the device.',
    ],
  ])('because of %s is explained in a sentence', async (_, options, message) => {
    const video = videoOf(openCamera(options));
    await vi.waitFor(() => expect(video.health).toEqual({ kind: 'failing', message }), SOON);
  });

  test('never shows its password in a log line or sentence', async () => {
    const { logger, lines } = recording();
    const source = openCamera({ input: 'rtsp://user:top-canary@127.0.0.1:1/?password=top-canary', logger });
    await vi.waitFor(() => expect(videoOf(source).health.kind).toBe('failing'), SOON);
    expect(lines.join('\n')).toContain('Connection refused');
    expect(lines.join('\n') + JSON.stringify(videoOf(source).health)).not.toContain('canary');
  });
});

test.each(['-i', '-version', '', 'gopher://host/x', 'concat:/etc/passwd|/etc/hosts\0', 'x'.repeat(5000)])(
  'rejects the input %j',
  (input) => {
    expect(() => openFfmpegSource({ name: 'door', input })).toThrow(
      expect.objectContaining({ code: 'ERR_MEDIA_INPUT' }),
    );
  },
);

test.each(['H264', 'VP8'] as const)(
  'the test pattern is available without a probe, in %s, with a tone',
  async (codec) => {
    const source = testPattern({
      width: 160,
      height: 120,
      rate: 10,
      codec,
      ffmpegPath: ffmpeg.path,
      timing: TEST_TIMING,
    });
    open.add(source);
    expect(videoOf(source).codecs).toMatchObject([{ name: codec }]);
    const [seen, audible] = [watch(videoOf(source)), watch(audioOf(source))];
    await seen.got(15);
    await audible.got(15);
    const [first, last] = [seen.frames.at(2), seen.frames.at(12)];
    expect((last?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeCloseTo(1000, -2);
  },
);

/** A viewer that sees the larger stream, and can ask for the smaller one. */
function view(source: MediaSource) {
  const [codec] = source.codecs;
  if (codec === undefined) throw new Error('not reached');
  const frames: MediaFrame[] = [];
  const quality = new QualityControl(silentLogger);
  const line = { bandwidth: createEstimate(), quality, want: () => undefined };
  source.subscribe((frame) => void frames.push(frame), codec, line);
  const level = async (number: number): Promise<void> =>
    await vi.waitFor(() => expect(quality.report?.level).toBe(number), SOON);
  return { frames, quality, level };
}

describe('a camera with one stream that may be transcoded', () => {
  const wide = ffmpeg.make('wide.mp4', [
    ...'-f lavfi -i testsrc=size=1280x720:rate=20:duration=2'.split(' '),
    ...H264,
  ]);

  test('has a smaller picture in its codec for slow networks, encoded once for all of them', async () => {
    const video = videoOf(openCamera({ input: wide, audio: false, video: { transcode: true } }));
    await reached(video);
    const viewers = [view(video), view(video)];
    await vi.waitFor(() => expect(viewers[0]?.quality.report?.levels).toHaveLength(2), SOON);
    await vi.waitFor(() => expect(viewers[1]?.frames.length).toBeGreaterThan(5), SOON);
    expect(ffmpeg.alive).toHaveLength(1);
    // As on a wall: the device does not encode for that.
    for (const { quality } of viewers)
      quality.demand = { choice: 'auto', shown: { width: 320, height: 180 } };
    expect(ffmpeg.alive).toHaveLength(1);
    for (const { quality } of viewers) quality.demand = { choice: 'low' };
    for (const { level } of viewers) await level(1);
    await vi.waitFor(() => expect(ffmpeg.alive).toHaveLength(1), SOON);
    const [{ frames, quality } = view(video)] = viewers;
    expect(quality.report?.levels.map(({ size }) => size)).toEqual([
      { width: 1280, height: 720 },
      { width: 640, height: 360 },
    ]);
    const from = frames.length;
    await vi.waitFor(() => expect(frames.length).toBeGreaterThan(from + 45), SOON);
    const encoded = frames.slice(from);
    const seconds = ((encoded.at(-1)?.timeMs ?? 0) - (encoded[0]?.timeMs ?? 0)) / 1_000;
    expect((encoded.length - 1) / seconds).toBeLessThan(16);
    const bits = encoded.reduce((sum, { data }) => sum + data.length * 8, 0);
    expect(bits / seconds).toBeLessThan(600_000);
  });
});

describe('a camera with two streams', () => {
  const small = ffmpeg.make('small.mp4', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=80x60:rate=20:duration=2',
    ...H264,
  ]);

  test('gives each viewer the one it asks for, with one ffmpeg for each stream that is watched', async () => {
    const video = videoOf(openCamera({ input: [clip, small], audio: false }));
    await reached(video);
    await vi.waitFor(() => expect(video.size).toEqual({ width: 160, height: 120 }), SOON);
    const [first, second] = [view(video), view(video)];
    await vi.waitFor(
      () => expect(Math.min(first.frames.length, second.frames.length)).toBeGreaterThan(5),
      SOON,
    );
    expect(ffmpeg.alive).toHaveLength(1);
    await vi.waitFor(() => expect(first.quality.report?.levels).toHaveLength(2), SOON);
    first.quality.demand = { choice: 'low' };
    await first.level(1);
    expect(ffmpeg.alive).toHaveLength(2);
    second.quality.demand = { choice: 'low' };
    await second.level(1);
    await vi.waitFor(() => expect(ffmpeg.alive).toHaveLength(1), SOON);
    for (const { frames } of [first, second])
      expect(frames.every(({ timeMs }, index) => timeMs > (frames[index - 1]?.timeMs ?? -1))).toBe(true);
    expect(first.quality.report?.levels.map(({ size }) => size)).toEqual([
      { width: 160, height: 120 },
      { width: 80, height: 60 },
    ]);
  });

  test.each([[[]], [['1', '2', '3', '4', '5']]])('refuses %j', (input) => {
    expect(() => openCamera({ input })).toThrow(expect.objectContaining({ code: 'ERR_MEDIA_INPUT' }));
  });
});
