/** @module Messages about a camera: sentences for ffmpeg's errors, redaction of secrets, and limits. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { failureCause } from './failure-cause.ts';
import { inputArguments } from './input-arguments.ts';
import { inputRedactor, outputRedactor } from './redact-address.ts';
import { LastLines, readLines } from './stderr-lines.ts';

test.each([
  ['rtsp://u:p@cam/x: Server returned 401 Unauthorized (authorization failed)', 'user name or the password'],
  ['[rtsp @ 0x1] method DESCRIBE failed: 404 Not Found', 'no stream at this address'],
  ['[tcp @ 0x1] Failed to resolve hostname cam: Name or service not known', 'host name is not known'],
  ['rtsp://cam/x: Connection refused', 'does not answer'],
  ['rtsp://cam/x: Connection timed out', 'does not answer'],
  ['rtsp://cam/x: No route to host', 'does not answer'],
  ['clip.mp4: No such file or directory', 'no such file'],
  ['/dev/video0: Device or resource busy', 'in use by another program'],
  ['/dev/video0: Permission denied', 'permission denied'],
  ['x: Invalid data found when processing input', 'cannot be read'],
  ['[tcp @ 0x1] Connection to tcp://127.0.0.1:40401 failed: Connection refused', 'does not answer'],
  ['[tcp @ 0x1] Connection to tcp://127.0.0.1:40404 failed: Connection refused', 'does not answer'],
  ['Unknown encoder libx264', 'lacks'],
  ['an unknown message', 'does not answer'],
])('explains %j with "%s"', (line, words) => {
  const sentence = explainFailure([line]);
  expect(sentence).toContain(words);
  expect(sentence).toMatch(/^[A-Za-z].*\.$/u);
  expect(sentence).not.toContain('cam/');
});

test.each([
  ['rtsp://cam/x: Connection refused', 'refused'],
  ['rtsp://cam/x: No route to host', 'unreachable'],
  ['rtsp://cam/x: Connection timed out', 'no-answer'],
  ['Option rtsp_transport not found: option not found', 'option'],
  ['an unknown message', 'unknown'],
])('%j has the cause "%s"', (line, cause) => expect(failureCause([line])).toBe(cause));

describe('secrets of an address', () => {
  const redact = inputRedactor(
    'rtsp://viewer:pa%2Fss-word@cam.example:554/live?user=viewer&password=other-one&channel=1',
  );

  test.each([
    ['rtsp://viewer:pa%2Fss-word@cam.example:554/live: Connection refused', 'cam.example:554/live'],
    ['the password pa/ss-word of it', 'the password'],
    ['http://a:pa%2Fss-word@b/ and rtsp://c:pa%2Fss-word@d/', 'd/'],
    ['GET /live?user=viewer&password=other-one&channel=1', 'channel=1'],
  ])('are removed from %j', (line, kept) => {
    const clean = redact(line);
    expect(clean).not.toMatch(/ss-word|other-one/u);
    expect(clean).toContain(kept);
  });
});

test.each([
  'rtsp://cam:554/user=admin_password=hidden-one_channel=1_stream=0.sdp',
  'http://cam/videostream.asf?loginuse=anna&loginpas=hidden-one',
  'rtsp://admin:hidden-one and more@cam/live',
])('removes the secrets of the input %s', (input) => {
  expect(inputRedactor(input)(`${input}: Connection refused`)).not.toContain('hidden-one');
});

test.each(['rtmp', 'RTMPS'])(
  'removes the stream key of a %s input, with and without its address',
  (scheme) => {
    const redact = inputRedactor(`${scheme}://live.example/app/hidden-stream-key`);
    const clean = redact(`${scheme}://live.example/app/hidden-stream-key: no stream hidden-stream-key`);
    expect(clean).toBe(`${scheme}://live.example/[redacted] no stream [redacted]`);
  },
);

test.each([
  ['rtmp://live.example/app/hidden-stream-key', ': Connection refused', 'rtmp://live.example/'],
  ['https://u:hidden-password@push.example:8443/in?t=hidden-token', ': 403', 'push.example:8443/'],
  ['srt://192.0.2.1:9000?passphrase=hidden-phrase', ': failed', '192.0.2.1:9000/'],
  ['[f=flv]rtmp://a/app/hidden-one|[f=mpegts]http://b/hidden-two', ': failed', 'rtmp://a/'],
])('keeps only the host of the output %s', (address, words, kept) => {
  const redact = outputRedactor(['-f', 'flv', '-headers', 'Authorization: Bearer hidden-header', address]);
  const clean = redact(`[tee @ 0x1] ${address}${words}`);
  expect(clean).toContain(kept);
  const [place = ''] = /(?<=\w)[/?][^/].*$/u.exec(address) ?? [];
  expect(clean + redact(`GET ${place} with Bearer hidden-header`)).not.toContain('hidden');
});

describe('input arguments', () => {
  const play = { isPlayed: true, care: 'quick' } as const;

  test('open RTSP over TCP with options that ffmpeg 4 has as well, and never allow the file protocol', () => {
    const args = inputArguments({ input: 'rtsp://cam/x' }, play);
    expect(args.join(' ')).toContain('-rtsp_transport tcp');
    expect(args).not.toContain('-timeout');
    expect(args[args.indexOf('-protocol_whitelist') + 1]?.split(',')).not.toContain('file');
    expect(args.slice(-2)).toEqual(['-i', 'rtsp://cam/x']);
  });

  test.each([
    ['rtsp://cam/x', false],
    ['http://cam/x', true],
  ])('skip the frames of the analysis of %s: %s', (input, isSkipped) => {
    const args = inputArguments({ input }, play).join(' ');
    expect(args.includes('-fflags nobuffer')).toBe(isSkipped);
    expect(args.includes('-fpsprobesize 0')).toBe(!isSkipped);
  });

  test('play a file in a loop and never allow network protocols', () => {
    const args = inputArguments({ input: 'clip.mp4' }, play);
    expect(args.join(' ')).toContain('-re -stream_loop -1');
    expect(args[args.indexOf('-protocol_whitelist') + 1]).toBe('file,crypto,data');
  });

  test('open a local video device', () => {
    expect(inputArguments({ input: '/dev/video0' }, play).join(' ')).toContain('-f v4l2');
  });

  test('contain no playback options for ffprobe', () => {
    const inputOptions = ['-re', '-stream_loop', '3', '-f', 'lavfi'];
    const args = inputArguments({ input: 'testsrc', inputOptions }, { isPlayed: false, care: 'careful' });
    expect(args).toEqual(['-f', 'lavfi', '-i', 'testsrc']);
  });
});

/** The lines read from a stream that arrives in the given chunks. */
async function lines(...texts: readonly string[]): Promise<string[]> {
  const stream = Readable.from(texts.map((text) => Buffer.from(text)));
  const got: string[] = [];
  readLines(stream, (line) => got.push(line));
  await finished(stream);
  return got;
}

describe('stderr output', () => {
  test('is split into lines, wherever chunks end', async () => {
    expect(await lines('one\ntw', 'o\r\n\nthree')).toEqual(['one', 'two', 'three']);
  });

  test('is limited to lines of 400 characters', async () => {
    expect((await lines(`${'x'.repeat(1000)}\n`))[0]).toHaveLength(400);
    expect(await lines(...Array.from({ length: 1000 }, () => 'x'.repeat(1000)))).toEqual(['x'.repeat(400)]);
  });

  test('is kept in its last 40 lines, and logged in its first 40', () => {
    const kept = new LastLines();
    const logged = Array.from({ length: 1000 }, (_, index) => `line ${index}`).filter((line) =>
      kept.add(line),
    );
    expect([logged.length, logged.at(-1)]).toEqual([40, 'line 39']);
    expect([kept.lines.length, kept.lines.at(-1)]).toEqual([40, 'line 999']);
  });
});
