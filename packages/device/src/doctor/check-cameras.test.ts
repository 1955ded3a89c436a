/** @module Findings about cameras, talk and streams, without and with each fault. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROCESS_TIMEOUT } from '../cli/process.fixture.ts';
import type { CameraConfig, CameraInput, TalkOutput } from '../config/camera-section.ts';
import type { ProbedStream } from '../media/ffmpeg/probe-input.ts';
import { checkCameras, judgeLevels } from './check-cameras.ts';
import { checkStreams } from './check-streams.ts';
import { bads, LocalServers } from './doctor-rig.fixture.ts';

import { judgeTracks } from './judge-tracks.ts';

const servers = new LocalServers();
let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-cameras-'));
});
afterEach(() => {
  servers.close();
  rmSync(directory, { recursive: true, force: true });
});

const check = (input: CameraInput, more: object = {}): Promise<readonly Verdict[]> =>
  checkCameras({ cameras: [{ name: 'c', input } satisfies CameraConfig], directory, ...more });
const ffmpeg = (input: string, more: object = {}): CameraInput => ({
  kind: 'ffmpeg',
  inputs: [input],
  inputOptions: [],
  keepWarm: false,
  motion: false,
  transcode: false,
  audio: true,
  ...more,
});
const talkTo = async (talk: TalkOutput, more: object = {}): Promise<Verdict | undefined> =>
  (await checkCameras({ cameras: [{ name: 'c', input: { kind: 'rtp' }, talk }], directory, ...more })).at(-1);
const play = (...args: readonly string[]): TalkOutput => ({ kind: 'ffmpeg', args });
const record = (name: string, ...args: readonly string[]): string => {
  const path = join(directory, name);
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=128x96:rate=10:duration=1',
    ...args,
    path,
  ]);
  return path;
};

/** A name server that does not answer. */
const resolve = (): Promise<never> => Promise.withResolvers<never>().promise;

describe('checkCameras', PROCESS_TIMEOUT, () => {
  test('accepts H.264 without B frames', async () => {
    const path = record('good.mp4', '-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p');
    expect((await check(ffmpeg(path))).at(-1)).toEqual({
      kind: 'good',
      step: 'camera c',
      text: 'picture h264',
    });
  });

  test('reports B frames', async () => {
    const path = record('b.mp4', '-c:v', 'libx264', '-bf', '2', '-pix_fmt', 'yuv420p');
    expect(bads(await check(ffmpeg(path)))).toEqual([expect.stringContaining('B frames')]);
  });

  test('reports a codec that no browser shows', async () => {
    const path = record('old.avi', '-c:v', 'mpeg4');
    expect(bads(await check(ffmpeg(path)))).toEqual([
      expect.stringMatching(/picture mpeg4 .*, which no browser shows/u),
    ]);
    expect((await check(ffmpeg(path, { transcode: true }))).at(-1)?.kind).toBe('warning');
  });

  test('reports a camera that is off, without its password', async () => {
    const verdicts = await check(ffmpeg('rtsp://user:canary@127.0.0.1:9/x'));
    expect(bads(verdicts)).toEqual(['camera c: it refuses connections']);
    expect(verdicts.at(-1)?.todo).toContain('address and the port');
    expect(JSON.stringify(verdicts)).not.toContain('canary');
  });

  test('reports a camera that sends nothing', async () => {
    const port = await servers.listen(createServer());
    expect(bads(await check(ffmpeg(`rtsp://127.0.0.1:${port}/x`), { timeoutMs: 1_500 }))).toEqual([
      expect.stringContaining('sent nothing for 1.5 s'),
    ]);
  });

  test.each([
    [false, 'bad', 'another program uses it'],
    [true, 'warning', 'it is in use: by the running device, or by another program'],
  ])('reports a camera in use where the device runs: %s', async (isRunning, kind, text) => {
    const ffprobe = join(directory, 'busy-ffprobe');
    await writeFile(
      ffprobe,
      '#!/bin/sh\n[ "$2" = warning ] || exit 0\necho "/dev/video0: Device or resource busy" >&2\nexit 1\n',
      { mode: 0o700 },
    );
    expect((await check(ffmpeg('/dev/video0'), { ffprobe, isRunning })).at(-1)).toMatchObject({
      kind,
      step: 'camera c',
      text,
    });
  });

  test('reports a missing file', async () => {
    expect(bads(await check(ffmpeg(join(directory, 'none'))))).toEqual(['camera c: no such file or device']);
  });

  test('reports a missing ffmpeg once, and checks no camera', async () => {
    const verdicts = await check(ffmpeg('x'), { ffmpeg: join(directory, 'no-ffmpeg') });
    expect(verdicts).toMatchObject([
      { step: 'ffmpeg', kind: 'bad', todo: 'install it: apt-get install ffmpeg' },
      { step: 'ffprobe' },
    ]);
  });

  test('reports a clip that is no video', async () => {
    await writeFile(join(directory, 'clip.mp4'), 'no clip');
    expect(bads(await check({ kind: 'clip', file: 'clip.mp4' }))).toEqual([
      expect.stringMatching(/^camera c: cannot open clip/u),
    ]);
  });

  test('reports a directory for talk that cannot be written', async () => {
    const cameras: CameraConfig[] = [
      { name: 'c', input: { kind: 'rtp' }, talk: { kind: 'file', path: 'none/{time}.ogg' } },
    ];
    expect(bads(await checkCameras({ cameras, directory }))).toEqual([
      expect.stringMatching(/^talk c: .*cannot be written/u),
    ]);
  });

  test.each([
    ['that works', ['-f', 'null', '-'], { kind: 'good' }],
    [
      'of an unknown format',
      ['-f', 'nosuch', 'tcp://127.0.0.1:9'],
      { text: expect.stringContaining("'nosuch'") },
    ],
    ['to a closed port', ['-f', 'wav', 'tcp://127.0.0.1:9'], { text: 'it refuses connections' }],
    ['on a missing sound card', ['-f', 'alsa', 'hw:77'], { text: "there is no sound card 'hw:77'" }],
    ['in a missing folder', ['none/x.wav'], { text: expect.stringContaining('cannot be written') }],
  ])('checks talk to an output of ffmpeg %s', async (_, args, found) => {
    expect(await talkTo(play(...args))).toMatchObject({ step: 'talk c', ...found });
  });

  test('stops waiting for an output that reads nothing', async () => {
    const deaf = join(directory, 'deaf-ffmpeg');
    await writeFile(deaf, '#!/bin/sh\n[ "$1" = -version ] || exec sleep 60\n', { mode: 0o700 });
    expect(await talkTo(play('-f', 'alsa', 'x'), { ffmpeg: deaf, timeoutMs: 100 })).toMatchObject({
      kind: 'bad',
      text: expect.stringContaining('in 0.1 s'),
    });
  });

  test('does not overwrite a file that ffmpeg writes talk to', async () => {
    const path = join(directory, 'kept.wav');
    await writeFile(path, 'kept');
    expect(await talkTo(play('-y', path))).toMatchObject({ kind: 'good' });
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });

  test.each([
    ['127.0.0.1', 'good'],
    ['::1', 'good'],
    ['no-such-host.invalid', 'bad'],
  ])('reports talk by RTP to %s as %s', async (host, kind) => {
    expect(await talkTo({ kind: 'rtp', host, port: 5004 })).toMatchObject({ step: 'talk c', kind });
  });

  test('stops waiting for a name server that does not answer', async () => {
    const talk = talkTo({ kind: 'rtp', host: 'intercom', port: 5004 }, { resolve, timeoutMs: 50 });
    expect(await talk).toMatchObject({ kind: 'bad', text: 'the name intercom is not found' });
  });

  test('looks for a relative file in the device’s directory', async () => {
    record('here.mp4', '-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p');
    expect(bads(await check(ffmpeg('here.mp4')))).toEqual([]);
  });

  test('reports an address that the device would refuse', async () => {
    expect(bads(await check(ffmpeg('gopher://cam/x')))).toEqual([
      expect.stringContaining('camera input has the unsupported scheme'),
    ]);
  });

  test('warns about H.265, and reports a camera without tracks', () => {
    const settings = { transcode: false, audio: true };
    const h265: ProbedStream = {
      kind: 'video',
      codec: 'hevc',
      profile: 'Main',
      level: 93,
      pixelFormat: 'yuv420p',
      hasBFrames: false,
      width: 0,
      height: 0,
      sampleRate: 0,
      channels: 0,
    };
    expect(judgeTracks('c', [h265], settings)[0]?.kind).toBe('warning');
    expect(judgeTracks('c', [], settings)[0]?.kind).toBe('bad');
  });

  test('checks each input of a camera, and warns where they do not fit each other', () => {
    const h264: ProbedStream = {
      kind: 'video',
      codec: 'h264',
      profile: 'Main',
      level: 40,
      pixelFormat: 'yuv420p',
      hasBFrames: false,
      width: 1920,
      height: 1080,
      sampleRate: 0,
      channels: 0,
    };
    const small = { ...h264, width: 640, height: 360, profile: 'High' };
    expect(judgeLevels('c', [[h264], [small]])).toEqual([]);
    expect(judgeLevels('c', [[h264], []])).toEqual([]);
    expect(judgeLevels('c', [[h264], [{ ...small, codec: 'hevc' }]])).toMatchObject([
      {
        kind: 'warning',
        step: 'c, input 2',
        text: 'picture hevc, and the first input sends h264: it is not used',
      },
    ]);
    expect(judgeLevels('c', [[small], [h264]])).toMatchObject([
      { kind: 'warning', step: 'c, input 2', text: 'its picture is larger than that of the first input' },
    ]);
  });

  test('names the input that cannot be read', async () => {
    record('main.mp4', '-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p');
    const verdicts = await check(ffmpeg('', { inputs: ['main.mp4', 'none.mp4'] }));
    expect(
      verdicts.filter(({ step }) => step.startsWith('camera')).map(({ step, kind }) => `${step} ${kind}`),
    ).toEqual(['camera c good', 'camera c, input 2 bad']);
  });
});

describe('checkStreams', () => {
  test('checks the target of each stream', async () => {
    const port = await servers.listen(createServer());
    await mkdir(join(directory, 'files'));
    await writeFile(join(directory, 'a-file'), '');
    const tcp = { kind: 'tcp', host: '127.0.0.1' } as const;
    const verdicts = await checkStreams(
      [
        { name: 'there', port: 1, service: { ...tcp, port } },
        { name: 'gone', port: 2, service: { ...tcp, port: 9 } },
        { name: 'shell', port: 3, service: { kind: 'shell', command: ['sh'] } },
        { name: 'no-shell', port: 4, service: { kind: 'shell', command: ['/none/sh'] } },
        { name: 'files', port: 5, service: { kind: 'files', root: 'files' } },
        { name: 'no-files', port: 6, service: { kind: 'files', root: 'none' } },
        { name: 'a-file', port: 7, service: { kind: 'files', root: 'a-file' } },
      ],
      directory,
    );
    expect(verdicts.map(({ step, kind }) => `${step} ${kind}`)).toEqual([
      'stream there good',
      'stream gone bad',
      'stream shell warning',
      'stream no-shell bad',
      'stream files good',
      'stream no-files bad',
      'stream a-file bad',
    ]);
  });
});
