/** @module No secret of an input is among the arguments of a program. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FfmpegInput } from './input-arguments.ts';
import { openInput } from './open-input.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-open-input-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** A program that prints a version. */
function ffmpegOf(version: string): string {
  const path = join(directory, `ffmpeg-${version}`);
  writeFileSync(path, `#!/bin/sh\necho 'ffmpeg version ${version} Copyright (c) the FFmpeg developers'\n`);
  chmodSync(path, 0o755);
  return path;
}

const use = { isPlayed: true, care: 'quick' } as const;
const open = (source: FfmpegInput, version = '5.1.9-0+deb12u1') => openInput(ffmpegOf(version), source, use);

test('a camera with a password is read from stdin, with the options of its format', () => {
  const { args, script } = open({ input: "rtsp://viewer:it's@cam/live" });
  expect(args.join(' ')).toBe(
    '-protocol_whitelist pipe,rtsp,rtsps,rtp,srtp,tcp,udp,tls,crypto -flags low_delay -analyzeduration 1000000 -probesize 1000000 -f concat -safe 0 -i pipe:0',
  );
  expect(script).toBe(`ffconcat version 1.0
file 'rtsp://viewer:it'\\''s@cam/live'
option rtsp_transport 'tcp'
option fpsprobesize '0'
option analyzeduration '1000000'
option probesize '1000000'
`);
});

test('options of ffmpeg itself stay arguments, and those of the format go with the address', () => {
  const inputOptions = [
    '-re',
    '-rtsp_transport',
    'udp',
    '-headers',
    'Authorization: hidden',
    '-itsoffset',
    '1',
  ];
  const { args, script } = open({ input: 'rtsp://viewer:hidden@cam/live', inputOptions });
  expect(args.join(' ')).toContain('-re -itsoffset 1 -f concat');
  expect(args.join(' ')).not.toContain('hidden');
  expect(script).toContain("option rtsp_transport 'udp'\noption headers 'Authorization: hidden'\n");
});

test.each([
  ['rtmp://cam/live/hidden-stream-key'],
  ['srt://cam:9000?passphrase=hidden-one'],
  ['http://viewer:hidden@cam/video.mjpg'],
  ['http://cam/video.cgi?loginpas=hidden'],
])('the secret of %s is no argument', (input) => {
  const { args, script } = open({ input });
  expect(args.join(' ')).not.toContain('hidden');
  expect(script).toContain(`file '${input}'\n`);
});

test.each<[string, FfmpegInput, string?]>([
  ['an address without a secret', { input: 'rtsp://cam/live' }],
  ['a file', { input: 'clip.mp4' }],
  ['a format of its own', { input: 'http://viewer:x@cam/', inputOptions: ['-f', 'mpjpeg'] }],
  ['an address of two lines', { input: "rtsp://viewer:x@cam/\nfile '/etc/shadow'" }],
  ['ffmpeg 4, whose lists have no options', { input: 'rtsp://viewer:x@cam/' }, '4.4.2-0ubuntu0.22.04.1'],
])('%s is an argument', (_title, source, version) => {
  const { args, script } = open(source, version);
  expect([args.slice(-2), script]).toEqual([['-i', source.input], undefined]);
});

test.each(['n7.1', 'N-118193-g5f38c82536', '8.0'])('ffmpeg %s reads lists', (version) => {
  expect(open({ input: 'rtsp://viewer:x@cam/' }, version).script).toBeDefined();
});
