/** @module The stored probe of a camera: offered at once after a restart, replaced if the camera has changed. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROGRAM_TIMEOUT, SOON, TEST_TIMING } from './counted-ffmpeg.fixture.ts';
import { openFfmpegSource, type FfmpegSource } from './open-ffmpeg-source.ts';

vi.setConfig(PROGRAM_TIMEOUT);

const directory = mkdtempSync(join(tmpdir(), 'longwire-probe-'));
const ffprobePath = join(directory, 'ffprobe');
const answerFile = join(directory, 'answer');
const gate = join(directory, 'gate');
const countFile = join(directory, 'count');
const probeFile = join(directory, 'camera.probe');
// Each probe waits until the gate is open.
writeFileSync(
  ffprobePath,
  `#!/bin/sh\necho x >> '${countFile}'\nwhile [ ! -e '${gate}' ]; do sleep 0.02; done\ncat '${answerFile}'\n`,
);
chmodSync(ffprobePath, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const sources: FfmpegSource[] = [];
beforeEach(() => {
  for (const file of [gate, countFile, probeFile]) rmSync(file, { force: true });
});
afterEach(() => {
  for (const source of sources.splice(0)) source.close();
});

/** What the camera sends from now on. */
function send(codec: string): void {
  const stream = { codec_type: 'video', codec_name: codec, profile: 'Main', level: 31, pix_fmt: 'yuv420p' };
  writeFileSync(answerFile, JSON.stringify({ streams: [stream] }));
}

const openGate = (): void => writeFileSync(gate, '');
const probes = (): number =>
  existsSync(countFile) ? readFileSync(countFile, 'utf8').trim().split('\n').length : 0;

/** A camera, its log events, and the codecs that it has offered so far. */
function openCamera(input = 'rtsp://127.0.0.1:9/x') {
  const events: string[] = [];
  const log = (event: string): unknown => events.push(event);
  const source = openFfmpegSource({
    name: 'door',
    input,
    audio: false,
    ffmpegPath: 'false',
    ffprobePath,
    timing: TEST_TIMING,
    probeFile,
    logger: { ...silentLogger, debug: log, info: log },
  });
  sources.push(source);
  const offered: string[] = [];
  source.video?.on('change', () => offered.push(String(source.video?.codecs.map(({ name }) => name))));
  return { source, events, offered };
}

/** Probes a camera once and stores the result. */
async function store(codec: string): Promise<void> {
  send(codec);
  openGate();
  const { source } = openCamera();
  await vi.waitFor(() => expect(existsSync(probeFile)).toBe(true), SOON);
  source.close();
  rmSync(gate);
  rmSync(countFile);
}

test('offers the stored tracks before the probe has ended, and keeps them if it finds the same', async () => {
  await store('h264');
  expect(statSync(probeFile).mode & 0o777).toBe(0o600);
  const { source, events, offered } = openCamera();
  await vi.waitFor(() => expect(offered).toEqual(['H264']), SOON);
  const [codec] = source.video?.codecs ?? [];
  if (codec !== undefined) source.video?.subscribe(() => undefined, codec).close();
  openGate();
  await vi.waitFor(() => expect(events).toContain('camera.unchanged'), SOON);
  expect(offered).toEqual(['H264']);
  expect(probes()).toBe(1);
});

test('offers the new tracks of a camera that has changed, and stores them', async () => {
  await store('h264');
  send('hevc');
  const { offered } = openCamera();
  await vi.waitFor(() => expect(offered).toEqual(['H264']), SOON);
  openGate();
  await vi.waitFor(() => expect(offered).toEqual(['H264', 'H265']), SOON);
  await vi.waitFor(() => expect(readFileSync(probeFile, 'utf8')).toContain('hevc'), SOON);
  expect(probes()).toBe(1);
});

test('offers nothing stored for another address', async () => {
  await store('h264');
  const { offered } = openCamera('rtsp://127.0.0.1:9/other');
  await vi.waitFor(() => expect(probes()).toBe(1), SOON);
  expect(offered).toEqual([]);
  openGate();
  await vi.waitFor(() => expect(offered).toEqual(['H264']), SOON);
});

test('probes a camera whose stored probe is damaged', async () => {
  await store('h264');
  writeFileSync(probeFile, readFileSync(probeFile, 'utf8').slice(0, -5));
  const { offered } = openCamera();
  await vi.waitFor(() => expect(probes()).toBe(1), SOON);
  expect(offered).toEqual([]);
  openGate();
  await vi.waitFor(() => expect(offered).toEqual(['H264']), SOON);
});
