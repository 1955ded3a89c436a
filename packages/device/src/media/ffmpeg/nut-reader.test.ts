/** @module Reading NUT from ffmpeg: every codec frame by frame, in chunks of any size, and arbitrary bytes. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EdgeError } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { NutStreamHeader } from './nut-header.ts';
import { MAX_NUT_FRAME_BYTES, MAX_NUT_PACKET_BYTES, NutReader, type NutFrame } from './nut-reader.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10', '-t', '3'];
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000', '-t', '1'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-flags', '+global_header'];

/** Runs ffmpeg and returns its output in a format. */
function ffmpeg(args: readonly string[], format: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args, ...format, 'pipe:1'], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}

function nut(args: readonly string[]): Buffer {
  return ffmpeg(args, ['-f', 'nut', '-write_index', '0']);
}

function read(chunks: Iterable<Uint8Array>): { frames: NutFrame[]; headers: NutStreamHeader[] } {
  const frames: NutFrame[] = [];
  const headers: NutStreamHeader[] = [];
  const reader = new NutReader({
    stream: (header) => void headers.push(header),
    frame: (frame) => void frames.push(frame),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { frames, headers };
}

function* inPieces(bytes: Uint8Array, length: number): Iterable<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += length) yield bytes.subarray(offset, offset + length);
}

/** The frames as ffmpeg lists them: size and hash. */
function listed(args: readonly string[]): string[] {
  return ffmpeg(args, ['-f', 'framemd5'])
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, , , , size = '', hash = ''] = line.split(',').map((field) => field.trim());
      return `${size} ${hash}`;
    });
}

function described({ data }: NutFrame): string {
  return `${data.length} ${createHash('md5').update(data).digest('hex')}`;
}

describe('reads the same frames as ffmpeg lists', () => {
  test.each([
    ['H264', [...PICTURE, ...X264]],
    [
      'HEVC',
      [
        ...PICTURE,
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=none',
        '-flags',
        '+global_header',
      ],
    ],
    ['VP80', [...PICTURE, '-c:v', 'libvpx', '-deadline', 'good', '-cpu-used', '5', '-threads', '1']],
    ['VP90', [...PICTURE, '-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-threads', '1']],
    ['Opus', [...TONE, '-c:a', 'libopus']],
    ['\x07\0\0\0', [...TONE, '-c:a', 'pcm_mulaw']],
    ['\x06\0\0\0', [...TONE, '-c:a', 'pcm_alaw']],
  ])('for %s', (fourcc, args) => {
    const { frames, headers } = read([nut(args)]);
    expect(headers[0]?.fourcc).toBe(fourcc);
    expect(frames.length).toBeGreaterThan(5);
    expect(frames.map(described)).toEqual(listed(args));
  });
});

test('reads times, keyframes and parameter sets of the stream', () => {
  const { frames, headers } = read([nut([...PICTURE, ...X264, '-g', '10'])]);
  expect(frames.map(({ timeMs }) => Math.round(timeMs))).toEqual(
    Array.from({ length: 30 }, (_, index) => index * 100),
  );
  expect(frames.flatMap(({ isKeyframe }, index) => (isKeyframe ? [index] : []))).toEqual([0, 10, 20]);
  expect(Buffer.from(headers[0]?.codecPrivate ?? []).toString('hex')).toMatch(/^0000000167/u);
});

test('reads the sample rate and channels of audio', () => {
  const [header] = read([nut([...TONE, '-c:a', 'pcm_mulaw'])]).headers;
  expect(header).toMatchObject({ sampleRate: 8000, channels: 1 });
});

test('preserves a gap in the times that exceeds their low bits', () => {
  const late = [
    '-f',
    'lavfi',
    '-i',
    "testsrc=size=160x120:rate=10,setpts='PTS+gte(N,5)*3600/TB'",
    '-t',
    '3700',
  ];
  const { frames } = read([nut([...late, '-frames:v', '10', '-fps_mode', 'passthrough', '-c:v', 'libvpx'])]);
  const times = frames.map(({ timeMs }) => Math.round(timeMs));
  expect(times).toEqual([0, 100, 200, 300, 400, 3_600_500, 3_600_600, 3_600_700, 3_600_800, 3_600_900]);
});

test('reads the same frames wherever chunks end', () => {
  const bytes = nut([...PICTURE, ...X264, '-g', '10']);
  const whole = read([bytes]).frames;
  for (const length of [1, 2, 7, 100, 4099])
    expect(read(inPieces(bytes, length)).frames.map(described)).toEqual(whole.map(described));
});

test('joins the chunks of a large frame once, however small they are', () => {
  const raw = ['-f', 'lavfi', '-i', 'testsrc=size=2000x1600:rate=1', '-t', '1', '-c:v', 'rawvideo'];
  const bytes = nut([...raw, '-pix_fmt', 'rgb24']);
  const concat = vi.spyOn(Buffer, 'concat');
  const { frames } = read(inPieces(bytes, 1000));
  expect(frames.map(({ data }) => data.length)).toEqual([2000 * 1600 * 3]);
  expect(concat.mock.calls.length).toBeLessThan(10);
  concat.mockRestore();
});

test('emits a frame as soon as its last byte arrives', () => {
  const bytes = nut([...TONE, '-c:a', 'pcm_mulaw', '-frames:a', '1']);
  const whole = read([bytes]).frames;
  expect(whole).toHaveLength(1);
  const firstWith = [...bytes.keys(), bytes.length].find(
    (end) => read([bytes.subarray(0, end)]).frames.length === 1,
  );
  const data = Buffer.from(whole[0]?.data ?? []);
  expect(firstWith).toBe(bytes.indexOf(data) + data.length);
});

/** The error that reading these bytes throws. */
function pushed(bytes: Uint8Array): unknown {
  try {
    read([bytes]);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A number in NUT format. */
function number(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [...number(Math.floor(value / 128)).map((byte) => byte | 128), low];
}

/** A packet in NUT format; the reader ignores the checksum at its end. */
function packet(startCode: string, content: readonly number[]): readonly number[] {
  return [...Buffer.from(startCode, 'hex'), ...number(content.length + 4), ...content, 0, 0, 0, 0];
}

describe('invalid NUT', () => {
  const good = nut([...PICTURE, ...X264]);

  test('gives a typed error or waits for more bytes, for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const error = pushed(bytes);
        expect(error === undefined || error instanceof EdgeError).toBe(true);
      }),
    );
  });

  test('with changed bytes is read or gives a typed error', () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const bytes = Uint8Array.from(good);
        for (const [index, value] of changes) bytes[index] = value;
        const error = pushed(bytes);
        expect(error === undefined || error instanceof EdgeError).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('with changed header bytes is read or gives a typed error', () => {
    const change = fc.tuple(fc.nat(289), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = Uint8Array.from(good);
        for (const [index, value] of changes) bytes[index] = value;
        const error = pushed(bytes);
        expect(error === undefined || error instanceof EdgeError).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('with two streams is rejected', () => {
    const bytes = nut([...PICTURE.slice(0, 4), ...TONE, '-c:v', 'libvpx', '-c:a', 'libopus']);
    expect(pushed(bytes)).toMatchObject({ code: 'ERR_MEDIA_INPUT' });
  });

  test.each([
    ['packet of the maximum length is awaited', MAX_NUT_PACKET_BYTES, undefined],
    ['packet above the maximum length is rejected immediately', MAX_NUT_PACKET_BYTES + 1, 'ERR_MEDIA_INPUT'],
  ])('a %s', (_, length, code) => {
    const start = Buffer.concat([good.subarray(0, 25), Buffer.from('4e4d7a561f5f04ad', 'hex')]);
    const error = pushed(Uint8Array.from([...start, ...number(length)]));
    expect(error instanceof EdgeError ? error.code : undefined).toBe(code);
  });

  test.each([
    ['frame of the maximum size is awaited', MAX_NUT_FRAME_BYTES, undefined],
    [
      'frame above the maximum size is rejected before it is buffered',
      MAX_NUT_FRAME_BYTES + 1,
      'ERR_MEDIA_INPUT',
    ],
  ])('a %s', (_, size, code) => {
    // A table in which every code reads the size from the frame: flag "size", factor 1; one time base, one stream.
    const table = [0xa0, 0x20, 6, 0, 1, 0, 0, 0, 0x82, 0x00].slice(1);
    const main = packet('4e4d7a561f5f04ad', [3, 1, 1, 1, 1, 25, ...table]);
    const stream = packet('4e5311405bf2f9db', [
      0,
      0,
      4,
      ...Buffer.from('VP80'),
      0,
      7,
      1,
      0,
      0,
      0,
      1,
      1,
      0,
      0,
      0,
    ]);
    const frame = [0, ...number(size)];
    const error = pushed(Uint8Array.from([...good.subarray(0, 25), ...main, ...stream, ...frame]));
    expect(error instanceof EdgeError ? error.code : undefined).toBe(code);
  });
});
